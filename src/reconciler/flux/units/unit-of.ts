/** A candidate -> the unit that it is, with all that decides what its controller does. */
import { objectAt, textAt, textMapAt, textsAt } from '../../../object/fields.ts';
import type { JsonObject } from '../../../object/json.ts';
import { namespaceOf } from '../../../object/kube-object.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { Unit } from '../../unit.ts';
import type { FluxUnit } from '../flux-unit.ts';
import { asApplied } from './as-applied.ts';
import type { Candidate, Settled } from './candidate.ts';
import type { Collected } from './collect.ts';
import { liveHelmRelease, liveKustomization } from './live-unit.ts';
import { releaseStateOf } from './release-record.ts';
import { sourceOf } from './source-of.ts';
import type { Sourced } from './source-of.ts';
import { targetOf } from './target.ts';
import type { TargetCluster } from './target.ts';
import { valuesOf } from './values.ts';

export interface Made {
  readonly unit: Unit;
  readonly flux: FluxUnit;
  readonly candidate: Candidate;
  readonly rivals: readonly Candidate[];
  readonly sourced: Sourced;
  readonly target: TargetCluster;
}

export function unitOf(collected: Collected, { candidate, rivals }: Settled): Made {
  const { control, place, by, live } = candidate;
  const { clusters } = collected.declarations;
  const object = asApplied(candidate.object, live);
  const namespace = namespaceOf(object);
  const spec = objectAt(object, 'spec');
  const target = targetOf(spec, { home: control.cluster, clusters, namespace });
  const sourced = sourceOf({ collected, control }, object);
  const flux = settingsOf({ collected, candidate, object, sourced });
  const settings: JsonObject = flux;
  const isKustomization = object.kind === 'Kustomization';
  const { metadata } = live ?? {};
  const generation = metadata?.['generation'];
  const unit: Unit = {
    id: `flux/${candidate.key}`,
    reconciler: 'flux',
    home: { cluster: control.cluster, namespace },
    target: {
      cluster: target.cluster,
      // A Kustomization has none for objects that name none: the server refuses them.
      namespace: isKustomization ? '' : textAt(spec, 'targetNamespace') || namespace,
    },
    path: pathOf(collected, sourced),
    ...(by === undefined ? {} : { declaredBy: by.id }),
    declaration: {
      place,
      uid: textAt(metadata, 'uid') || undefined,
      generation: typeof generation === 'number' ? generation : undefined,
      settings,
    },
  };
  return { unit, flux, candidate, rivals, sourced, target };
}

/** Free of links, where it is in this repository. */
function pathOf({ view }: Collected, { source, path }: Sourced): string {
  if (source.kind !== 'own') return '.';
  const found = view.find(path);
  return found.kind === 'outside' ? path : found.path;
}

interface Parts {
  readonly collected: Collected;
  readonly candidate: Candidate;
  readonly object: KubeObject;
  readonly sourced: Sourced;
}

function settingsOf({ collected, candidate, object, sourced }: Parts): FluxUnit {
  const { control, live, from } = candidate;
  const { declarations } = collected;
  const common = {
    scope: control.scope,
    declared: {
      namespace: namespaceOf(object),
      name: object.metadata.name,
      labels: { ...textMapAt(object, 'metadata', 'labels') },
      annotations: { ...textMapAt(object, 'metadata', 'annotations') },
      finalizers: [...textsAt(object, 'metadata', 'finalizers')],
      spec: { ...objectAt(object, 'spec') },
    },
    declaredIn: from === 'cluster' ? ('cluster' as const) : ('git' as const),
    ...(control.live === undefined ? { unseen: true as const } : {}),
    source: sourced.source,
  };
  const values = [...valuesOf(object, { collected, control, live })];
  if (object.kind === 'Kustomization') {
    return {
      kind: 'Kustomization',
      ...common,
      live: live === undefined ? null : liveKustomization(live),
      installation: control.installation,
      substituteFrom: values,
    };
  }
  return {
    kind: 'HelmRelease',
    ...common,
    live: live === undefined ? null : liveHelmRelease(live),
    installation: { ...control.installation, noCrossNamespaceRefs: control.helmNoCrossNamespaceRefs },
    chartPath: sourced.path,
    chart: sourced.chart,
    valuesFrom: values,
    ...releaseStateOf(live, control, declarations),
  };
}
