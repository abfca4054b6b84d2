/** All limits of a render, in one place. */
import type { ReadLimits } from '../source/tree.ts';

export interface Limits {
  /** Wall time of one run of a program. */
  readonly seconds: number;
  readonly stdoutBytes: number;
  readonly stderrBytes: number;
  /** Address space of one program; Go reserves more than a gigabyte of it before it does anything. */
  readonly addressBytes: number;
  /** From where on Go's collector works harder instead of asking for more memory. */
  readonly softMemoryBytes: number;
  /** What one run may write to its private temporary directory. */
  readonly temporaryBytes: number;
  /** Characters of a renderer's message that are kept. */
  readonly message: number;
  /** What a render may read of a tree. */
  readonly read: ReadLimits;
}

const mebibyte = 1024 * 1024;

export const limits: Limits = {
  seconds: 60,
  stdoutBytes: 64 * mebibyte,
  stderrBytes: mebibyte,
  addressBytes: 6 * 1024 * mebibyte,
  softMemoryBytes: 1024 * mebibyte,
  temporaryBytes: 64 * mebibyte,
  message: 8192,
  read: { largest: 16 * mebibyte, total: 256 * mebibyte },
};
