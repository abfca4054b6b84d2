/** An error of the network, of TLS or of a credential plugin -> a failure in words. */
import { codeOf, messageOf } from '../http/network-error.ts';
import type { Failure } from '../live/cluster.ts';

export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

export function failureOf(error: unknown, signal: AbortSignal): Failure {
  if (signal.aborted) return { kind: 'failure', why: 'timeout', message: 'the deadline passed' };
  const code = codeOf(error);
  const message = messageOf(error);
  if (error instanceof TooLarge || code === 'ERR_BUFFER_TOO_LARGE') {
    return { kind: 'failure', why: 'too-large', message: 'the answer is larger than 64 MiB' };
  }
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
    return { kind: 'failure', why: 'timeout', message };
  }
  const isNetwork = code !== undefined && !credentialCodes.has(code);
  return { kind: 'failure', why: isNetwork ? 'unreachable' : 'credential', message };
}

/** A token file that is gone, a plugin that is not installed. */
const credentialCodes = new Set(['ENOENT', 'EACCES', 'EISDIR']);
