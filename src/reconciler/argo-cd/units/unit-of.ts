/** A candidate -> the unit that it is, with all that decides what its sync does. */
import { isJsonObject } from '../../../object/json.ts';
import type { Json, JsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { Declarations } from '../../declarations.ts';
import type { Unit } from '../../unit.ts';
import { groupVersionOf } from '../../../object/identity.ts';
import type { Application, ArgoUnit, LiveApplication, Synced } from '../application.ts';
import type { Candidate } from './candidate.ts';
import { isOwn } from './chosen.ts';
import { destinationOf } from './clusters.ts';
import type { Destined } from './clusters.ts';
import { listAt, objectAt, textAt, textMapAt, textsAt } from '../../../object/fields.ts';
import { destinationNamespace } from './instance-name.ts';
import { specAfterApply } from './kept-by-apply.ts';
import { isMoved, ownRepositories } from './own-source.ts';
import type { Here } from './own-source.ts';
import { projectOf } from './projects.ts';
import type { Projects } from './projects.ts';
import { looksAway } from './refresh-paths.ts';
import { insidePath } from './rendering-of.ts';
import { allSources, drySource, effectiveSources } from './sources.ts';
import type { Source } from './sources.ts';
import { rememberMask } from './unit-mask.ts';

export interface Made {
  readonly unit: Unit;
  readonly argo: ArgoUnit;
  readonly destined: Destined;
  readonly candidate: Candidate;
}

export interface Surroundings {
  readonly here: Here;
  readonly projects: Projects;
  readonly declarations: Declarations;
}

export function unitOf(candidate: Candidate, { here, projects, declarations }: Surroundings): Made {
  const { control, namespace, place, by, live } = candidate;
  const application = applicationOf(candidate, here);
  const { spec } = application;
  const around = { known: control.known, home: control.cluster, clusters: declarations.clusters };
  const destined = destinationOf(spec, around);
  const project = projectOf(spec, projects);
  const liveState = liveIn(candidate);
  const origin = originOf(spec, liveState?.deployed?.spec, here);
  const argo: ArgoUnit = {
    application,
    declaredIn: candidate.declaredIn,
    rolling: candidate.rolling,
    live: liveState ?? null,
    project: project.spec,
    projectName: project.name,
    projectKnown: project.known,
    installation: control.installation,
    destination: destined.kind === 'cluster' ? (destined.known ?? null) : null,
    destinationKnown: control.known !== undefined,
    ownRepositories: origin.ownRepositories,
    moves: origin.moves,
    rendersDrySource: origin.dry,
    looksAway: looksAway({
      application,
      live: liveState,
      own: origin.sources,
      changed: declarations.changed,
    }),
  };
  const settings: JsonObject = argo;
  rememberMask(settings, declarations.mask);
  const unit: Unit = {
    id: `argo-cd/${candidate.key}`,
    reconciler: 'argo-cd',
    home: { cluster: control.cluster, namespace },
    target: {
      cluster: destined.kind === 'cluster' ? destined.cluster : undefined,
      namespace: destinationNamespace(spec) || undefined,
    },
    path: origin.path,
    ...(by === undefined ? {} : { declaredBy: by.id }),
    declaration: {
      place,
      uid: textAt(live, 'metadata', 'uid') || undefined,
      generation: numberAt(objectAt(live, 'metadata')['generation']),
      settings,
    },
  };
  return { unit, argo, destined, candidate };
}

interface OwnSources {
  readonly ownRepositories: string[];
  readonly sources: readonly Source[];
  readonly moves: boolean;
  readonly dry: boolean;
  readonly path: string;
}

function originOf(spec: JsonObject, deployed: JsonObject | undefined, here: Here): OwnSources {
  const { list } = effectiveSources(spec);
  const dry = drySource(spec);
  // Without a name of the repository, a source is known by what is in the tree: not that of another commit.
  const before = deployed === undefined || here.origin === undefined ? [] : allSources(deployed);
  const own = {
    ownRepositories: [...ownRepositories([...allSources(spec), ...before], here)],
  };
  const isChanged = (source: Source): boolean => isOwn(own, source) && isMoved(source, here.origin);
  const moves = list.some(isChanged);
  const rendersDry = !moves && dry !== undefined && isChanged(dry);
  const from = rendersDry ? [dry] : list;
  const first = from.find((source) => isOwn(own, source) && source.path !== '');
  return {
    ...own,
    sources: list.filter(isChanged),
    moves: moves || rendersDry,
    dry: rendersDry,
    path: (first === undefined ? undefined : insidePath(first.path)) ?? '.',
  };
}

function applicationOf(candidate: Candidate, { origin }: Here): Application {
  const { namespace, manifest, generatedBy } = candidate;
  const { metadata } = manifest;
  return {
    namespace,
    name: metadata.name,
    labels: { ...textMapAt(metadata, 'labels') },
    annotations: { ...textMapAt(metadata, 'annotations') },
    finalizers: [...textsAt(metadata, 'finalizers')],
    spec: { ...specAfterApply(candidate, origin) },
    generatedBy: generatedBy ?? null,
  };
}

/** Undefined where what is live was not seen. */
function liveIn({ control, live }: Candidate): LiveApplication | null | undefined {
  if (live !== undefined) return liveApplicationOf(live);
  return control.applications === undefined ? undefined : null;
}

function liveApplicationOf(live: KubeObject): LiveApplication {
  const { metadata } = live;
  const status = objectAt(live, 'status');
  const synced = objectAt(status, 'operationState', 'syncResult');
  return {
    uid: textAt(metadata, 'uid'),
    generation: numberAt(metadata['generation']) ?? 0,
    annotations: { ...textMapAt(metadata, 'annotations') },
    finalizers: [...textsAt(metadata, 'finalizers')],
    spec: { ...objectAt(live, 'spec') },
    resources: listAt(status, 'resources').filter(isJsonObject).map(resource),
    revisions: revisionsIn(objectAt(status, 'sync')),
    syncedRevisions: revisionsIn(synced),
    attempted: syncedIn(synced),
    deployed: syncedIn(listAt(status, 'history').at(-1) ?? null),
    operation: operationIn(status),
  };
}

function syncedIn(record: Json): Synced | null {
  const revisions = revisionsIn(record);
  const sources = listAt(record, 'sources');
  if (revisions.length === 0) return null;
  return {
    revisions,
    spec: sources.length > 0 ? { sources: [...sources] } : { source: { ...objectAt(record, 'source') } },
  };
}

function operationIn(status: JsonObject): LiveApplication['operation'] {
  const state = status['operationState'];
  if (!isJsonObject(state)) return null;
  return { phase: textAt(state, 'phase'), hasResult: isJsonObject(state['syncResult']) };
}

function revisionsIn(value: Json): string[] {
  const several = textsAt(value, 'revisions');
  const one = textAt(value, 'revision');
  if (several.length > 0) return [...several];
  return one === '' ? [] : [one];
}

function resource(value: JsonObject): LiveApplication['resources'][number] {
  const group = textAt(value, 'group');
  return {
    group: group.includes('/') ? groupVersionOf(group).group : group,
    kind: textAt(value, 'kind'),
    namespace: textAt(value, 'namespace'),
    name: textAt(value, 'name'),
  };
}

function numberAt(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
