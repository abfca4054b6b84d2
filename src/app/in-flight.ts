/** One review at a time for a pull request: a newer one stops the older, and all are waited for at the end. */

export interface InFlight {
  /** Starts the work after it has told the older one to stop and has seen it end, unless a newer one came meanwhile. */
  start(pullRequest: string, work: (superseded: AbortSignal) => Promise<void>): void;
  /** Resolves when nothing runs any more; what is started meanwhile is waited for too. */
  settled(): Promise<void>;
}

interface Running {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** `onFailure` hears what a piece of work rejected with: nothing is swallowed. */
export function createInFlight(onFailure: (pullRequest: string, error: unknown) => void): InFlight {
  const newest = new Map<string, Running>();

  async function run(
    pullRequest: string,
    older: Running | undefined,
    work: () => Promise<void>,
  ): Promise<void> {
    older?.stop.abort();
    await older?.ended;
    try {
      await work();
    } catch (error) {
      onFailure(pullRequest, error);
    }
  }

  return {
    start(pullRequest, work) {
      const stop = new AbortController();
      const ended = run(pullRequest, newest.get(pullRequest), async () => {
        if (!stop.signal.aborted) await work(stop.signal);
      }).finally(() => {
        if (newest.get(pullRequest)?.stop === stop) newest.delete(pullRequest);
      });
      newest.set(pullRequest, { stop, ended });
    },
    async settled() {
      while (newest.size > 0) await Promise.all([...newest.values()].map((running) => running.ended));
    },
  };
}
