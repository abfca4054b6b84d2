/** A live Kustomization or HelmRelease -> what its controller has on record of it. */
import { isJsonObject } from '../../../object/json.ts';
import { listAt, objectAt, textAt, textMapAt, textsAt } from '../../../object/fields.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { HelmReleaseUnit, KustomizationUnit } from '../flux-unit.ts';

type LiveKustomization = NonNullable<KustomizationUnit['live']>;
type LiveHelmRelease = NonNullable<HelmReleaseUnit['live']>;
type Common = Pick<LiveKustomization, 'uid' | 'generation' | 'annotations' | 'finalizers' | 'spec' | 'ready'>;

export function liveKustomization(live: KubeObject): LiveKustomization {
  const status = objectAt(live, 'status');
  return {
    ...common(live),
    inventory: isJsonObject(status['inventory'])
      ? listAt(status, 'inventory', 'entries').map((entry) => ({
          id: textAt(entry, 'id'),
          v: textAt(entry, 'v'),
        }))
      : null,
    lastAppliedRevision: textAt(status, 'lastAppliedRevision') || null,
    lastAttemptedRevision: textAt(status, 'lastAttemptedRevision') || null,
  };
}

export function liveHelmRelease(live: KubeObject): LiveHelmRelease {
  const status = objectAt(live, 'status');
  return {
    ...common(live),
    history: listAt(status, 'history').flatMap((each) => (isJsonObject(each) ? [{ ...each }] : [])),
    status: { ...status },
  };
}

function common(live: KubeObject): Common {
  const { metadata } = live;
  const { generation } = metadata;
  const ready = listAt(live, 'status', 'conditions').find((each) => textAt(each, 'type') === 'Ready');
  return {
    uid: textAt(metadata, 'uid'),
    generation: typeof generation === 'number' ? generation : 0,
    annotations: { ...textMapAt(metadata, 'annotations') },
    finalizers: [...textsAt(metadata, 'finalizers')],
    spec: { ...objectAt(live, 'spec') },
    ready:
      ready === undefined
        ? null
        : {
            status: textAt(ready, 'status'),
            reason: textAt(ready, 'reason'),
            message: textAt(ready, 'message'),
          },
  };
}
