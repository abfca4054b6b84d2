/** What Helm asks about a cluster -> its version, and the API versions and kinds that it serves. */
import type { Gap } from '../object/gap.ts';
import { at } from '../object/json.ts';
import { failureGap } from './failure-gap.ts';
import type { Session } from './session.ts';

export interface Capabilities {
  /** Such as `v1.35.4`. */
  readonly kubeVersion: string;
  /** Sorted: `apps/v1`, `apps/v1/Deployment`, `v1`, `v1/Pod`. */
  readonly apiVersions: readonly string[];
}

export async function readCapabilities(session: Session): Promise<Capabilities | Gap> {
  const outcome = await session.cluster.document({ kind: 'version' }, session.signal);
  const version = outcome.kind === 'reply' ? at(outcome.body, 'gitVersion') : undefined;
  if (typeof version !== 'string') return failureGap(session, outcome, undefined);
  const versions = session.catalog.kinds.flatMap(({ group, version: of, kind }) => {
    const groupVersion = group === '' ? of : `${group}/${of}`;
    return [groupVersion, `${groupVersion}/${kind}`];
  });
  return { kubeVersion: version, apiVersions: [...new Set(versions)].sort() };
}
