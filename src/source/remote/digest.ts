/** Bytes -> their sha256, as registries and indexes write it. */
import { createHash } from 'node:crypto';

export type Digest = `sha256:${string}`;

export function digestOf(bytes: Buffer | string): Digest {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

/** With or without `sha256:` in front; undefined for anything else, also for another algorithm. */
export function readDigest(text: string): Digest | undefined {
  const hex = /^(?:sha256:)?([0-9a-f]{64})$/iu.exec(text.trim())?.[1];
  return hex === undefined ? undefined : `sha256:${hex.toLowerCase()}`;
}
