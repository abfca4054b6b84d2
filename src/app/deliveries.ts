/** Webhook deliveries seen before: GitHub repeats one with the same id, by hand or by mistake. */

/** Old ids make room for new ones; a repeat after so many others would only review once more. */
const remembered = 10_000;

export interface Deliveries {
  /** True once for each id. */
  isNew(id: string): boolean;
  /** Lets a redelivery through, since the first one was not handled. */
  forget(id: string): void;
}

export function createDeliveries(): Deliveries {
  const seen = new Set<string>();
  return {
    isNew(id) {
      if (seen.has(id)) return false;
      seen.add(id);
      const [oldest] = seen;
      if (seen.size > remembered && oldest !== undefined) seen.delete(oldest);
      return true;
    },
    forget(id) {
      seen.delete(id);
    },
  };
}
