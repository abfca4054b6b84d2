/** Many wishes for blobs -> few fetches: those that come while one is under way share the next. */

interface Batch {
  readonly oids: Set<string>;
  readonly done: Promise<void>;
}

export function createBlobFetch(
  fetchAll: (oids: readonly string[]) => Promise<void>,
): (oids: readonly string[]) => Promise<void> {
  let waiting: Batch | undefined;
  let running: Promise<void> = Promise.resolve();

  function nextBatch(): Batch {
    const oids = new Set<string>();
    const done = running.then(() => {
      waiting = undefined;
      return fetchAll([...oids]);
    });
    // The next batch does not fail because this one did; whoever waits for this one hears of it.
    running = done.catch(() => undefined);
    return { oids, done };
  }

  return (oids) => {
    waiting ??= nextBatch();
    for (const oid of oids) waiting.oids.add(oid);
    return waiting.done;
  };
}
