/**
 * The guard's harmless probe: the only request to a running cluster that mutates and has no dry run.
 * It merges nothing into an object of Proofline's own that nobody uses. With the guard it is denied; without the guard
 * the server finds nothing to change and stores nothing (facts/bed.md).
 */
import type { Outcome } from '../live/cluster.ts';
import { probed } from '../live/guard-names.ts';
import type { Connection } from './connection.ts';
import { resourcePath, type ProbePath } from './path.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the place that makes the brand
const path = resourcePath(probed) as ProbePath;

export async function probeGuard(connection: Connection, signal: AbortSignal): Promise<Outcome> {
  return await connection.exchange(
    { method: 'PATCH', path, type: 'application/merge-patch+json', body: '{}' },
    signal,
  );
}
