/** All limits of fetching, in one place. */

export interface RemoteLimits {
  /** One request, and all of one remote. */
  readonly requestMs: number;
  readonly remoteMs: number;
  /** Bytes of answers. */
  readonly index: number;
  readonly manifest: number;
  readonly archive: number;
  readonly file: number;
  /** Of a Git repository on disk. */
  readonly repository: number;
  /** Of an archive that was unpacked: bytes of its largest file, bytes of all, number of files. */
  readonly largest: number;
  readonly total: number;
  readonly count: number;
}

const mebibyte = 1024 * 1024;

export const remoteLimits: RemoteLimits = {
  requestMs: 12_000,
  remoteMs: 40_000,
  index: 64 * mebibyte,
  manifest: 4 * mebibyte,
  archive: 64 * mebibyte,
  file: 16 * mebibyte,
  repository: 512 * mebibyte,
  largest: 16 * mebibyte,
  // What Helm itself unpacks at most.
  total: 100 * mebibyte,
  count: 20_000,
};
