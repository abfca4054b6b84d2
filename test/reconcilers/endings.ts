/** What was started, one after the other -> all of it ended, in the opposite order. */
interface Endings {
  readonly endings: (() => Promise<unknown>)[];
  /** What was begun last ends first. */
  readonly close: () => Promise<void>;
}

export function createEndings(): Endings {
  const endings: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of endings.splice(0).toReversed()) await end();
  };
  return { endings, close };
}
