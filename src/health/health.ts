/** The words that Argo CD has for the health of a live object, with what stands behind them. */

export const healthWords = ['Healthy', 'Progressing', 'Degraded', 'Suspended'] as const;
export type HealthWord = (typeof healthWords)[number];

/** Why it is not Healthy: what decides what a change does that lands on it. */
export type Standing =
  | 'settled'
  /** Its controller has not come to it yet, or new Pods are on their way. */
  | 'moving'
  /** At a step, until a time or a person. */
  | 'waits'
  /** Neither good nor bad could be measured; a person decides. */
  | 'inconclusive'
  /** By the object's own spec: nothing starts until that is taken back. */
  | 'paused'
  /** The old version serves, although the object states the new one. */
  | 'aborted'
  | 'failed';

export interface Health {
  readonly word: HealthWord;
  readonly standing: Standing;
  /** The controller's own words, not masked; empty where it has none. */
  readonly message: string;
}
