/** What a reconciler must see of its home cluster -> those live objects, and a gap for each part that could not be read. */
import type { Gap } from '../object/gap.ts';
import { at, isJsonObject, type Json, type JsonObject } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { lastApplied } from '../object/last-applied.ts';
import { words } from '../object/masked.ts';
import type { HomeRead } from '../reconciler/declarations.ts';
import type { ServedKind } from './catalog.ts';
import type { Outcome } from './cluster.ts';
import { failureGap } from './failure-gap.ts';
import { inParallel } from './in-parallel.ts';
import { asKubeObject, itemsOf } from './kube-reply.ts';
import { isSecretKind } from './secret-text.ts';
import type { Session } from './session.ts';

export interface HomeReading {
  readonly objects: readonly KubeObject[];
  readonly gaps: readonly Gap[];
}

const pageSize = 500;

/** A kind that the server does not have holds no objects. */
export async function readHome(session: Session, reads: readonly HomeRead[]): Promise<HomeReading> {
  const read = await inParallel(reads, session.width, async (wanted) => {
    const served = servedFor(session, wanted);
    return served === undefined ? nothing : readOne(session, served, wanted);
  });
  return { objects: read.flatMap(({ objects }) => objects), gaps: read.flatMap(({ gaps }) => gaps) };
}

const nothing: HomeReading = { objects: [], gaps: [] };

function servedFor({ catalog }: Session, { group, kind, version }: HomeRead): ServedKind | undefined {
  if (version === undefined) return catalog.preferred(group, kind);
  return catalog.kinds.find(
    (each) => each.group === group && each.version === version && each.resource === kind,
  );
}

async function readOne(session: Session, served: ServedKind, wanted: HomeRead): Promise<HomeReading> {
  const { group, version, resource } = served;
  const path = { group, version, resource, namespace: wanted.namespace ?? '' };
  if (wanted.name === undefined) return readAll(session, { served, wanted, path });
  const outcome = await session.cluster.get(
    { ...path, name: wanted.name },
    { metadataOnly: false },
    session.signal,
  );
  if (outcome.kind === 'reply' && outcome.status === 404) return nothing;
  const object = asKubeObject(bodyOf(outcome));
  if (object === undefined) return unread(session, outcome, wanted);
  return { objects: [kept(object, wanted)], gaps: [] };
}

interface Listing {
  readonly served: ServedKind;
  readonly wanted: HomeRead;
  readonly path: Parameters<Session['cluster']['list']>[0];
}

async function readAll(session: Session, { served, wanted, path }: Listing): Promise<HomeReading> {
  const { group, version, kind } = served;
  const of = { apiVersion: group === '' ? version : `${group}/${version}`, kind };
  const selector = wanted.labelSelector === undefined ? {} : { labelSelector: wanted.labelSelector };
  const objects: KubeObject[] = [];
  let next: string | undefined;
  do {
    const paging = { metadataOnly: false, limit: pageSize, continue: next, ...selector };
    const outcome = await session.cluster.list(path, paging, session.signal);
    const page = bodyOf(outcome);
    if (page === undefined) return unread(session, outcome, wanted);
    objects.push(...itemsOf(page, of).map((object) => kept(object, wanted)));
    const token = at(page, 'metadata', 'continue');
    next = typeof token === 'string' && token !== '' ? token : undefined;
  } while (next !== undefined);
  return { objects, gaps: [] };
}

function bodyOf(outcome: Outcome): JsonObject | undefined {
  return outcome.kind === 'reply' && outcome.status === 200 ? outcome.body : undefined;
}

/** Of a Secret only what was asked for goes on: neither the mask nor a mistake further down must decide about the rest. */
function kept(object: KubeObject, { secretKeys = [], secretKeyNames, ...wanted }: HomeRead): KubeObject {
  if (!isSecretKind(wanted)) return object;
  const data = at(object, 'data');
  const { apiVersion, kind } = object;
  const { name, namespace, labels, uid } = object.metadata;
  const annotations = withoutCopy(object.metadata['annotations']);
  const metadata = Object.fromEntries(
    Object.entries({ namespace, labels, annotations, uid }).filter(([, value]) => value !== undefined),
  );
  return {
    apiVersion,
    kind,
    metadata: { ...metadata, name },
    data: Object.fromEntries(
      Object.entries(isJsonObject(data) ? data : {}).flatMap(([key, value]) => {
        if (secretKeys.includes(key)) return [[key, value] as const];
        return secretKeyNames === true ? [[key, ''] as const] : [];
      }),
    ),
  };
}

/** kubectl keeps a copy of all the data there. */
function withoutCopy(annotations: Json | undefined): Json | undefined {
  if (!isJsonObject(annotations)) return annotations;
  const { [lastApplied]: _copy, ...rest } = annotations;
  return rest;
}

function unread(session: Session, outcome: Outcome, { group, kind, namespace, name }: HomeRead): HomeReading {
  const gap = failureGap(session, outcome, { group, kind, namespace: namespace ?? '', name: name ?? '*' });
  const { mask } = session;
  return { objects: [], gaps: [{ ...gap, why: words`${mask.text(kind)} of the reconciler: ${gap.why}` }] };
}
