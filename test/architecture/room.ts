/** One room of the map of allowed imports, and the reason that all of them share. */

export interface Room {
  readonly name: string;
  /** Other rooms; `../shared` is never one. Each stands higher in the map. */
  readonly rooms: Readonly<Record<string, string>>;
  readonly packages: Readonly<Record<string, string>>;
}

export const words = 'identities, gaps, masked text and JSON: the words that every room shares';
