/** The facts that rules ask of a cluster -> their answers, in one batch: equal questions once, Secrets without values. */
import type { Gap } from '../object/gap.ts';
import { identityKey, type Identity } from '../object/identity.ts';
import { at } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { learnSecrets } from '../object/learn-secrets.ts';
import { words } from '../object/masked.ts';
import type { ServedKind } from './catalog.ts';
import type { Outcome } from './cluster.ts';
import { failureGap, gapOf } from './failure-gap.ts';
import { inParallel } from './in-parallel.ts';
import { asKubeObject, itemsOf } from './kube-reply.ts';
import { isAddressable } from './placement.ts';
import { isSecretKind } from './secret-text.ts';
import type { Session } from './session.ts';

/** One question to the cluster; all rules' questions go out in one batch. */
export interface FactRequest {
  readonly cluster: string;
  readonly group: string;
  readonly kind: string;
  /** Empty for cluster-scoped kinds; for others it asks for all namespaces. */
  readonly namespace: string;
  /** Undefined asks for all objects of the kind in the namespace (metadata only for Secrets). */
  readonly name: string | undefined;
}

export type Fact =
  /** No object where none of that name exists, or the cluster does not serve the kind. */
  | { readonly kind: 'objects'; readonly objects: readonly KubeObject[] }
  | { readonly kind: 'gap'; readonly gap: Gap };

/** Looks up a fact that the rule has asked for. */
export type Facts = (request: FactRequest) => Fact;

/** `sessions` by the cluster's name. A question that was not among `requests` is answered by a gap. */
export async function readFacts(
  sessions: ReadonlyMap<string, Session>,
  requests: readonly FactRequest[],
): Promise<Facts> {
  const byKey = new Map(requests.map((request) => [keyOf(request), request] as const));
  const answers = await inParallel([...byKey], 16, async ([key, request]) => {
    const session = sessions.get(request.cluster);
    return [key, session === undefined ? noCluster(request) : await readFact(session, request)] as const;
  });
  const facts = new Map(answers);
  return (request) => facts.get(keyOf(request)) ?? noCluster(request);
}

function keyOf(request: FactRequest): string {
  return `${request.cluster}\n${identityKey(identityOf(request))}${request.name === undefined ? '\nall' : ''}`;
}

function identityOf({ group, kind, namespace, name }: FactRequest): Identity {
  return { group, kind, namespace, name: name ?? '*' };
}

function noCluster(request: FactRequest): Fact {
  const why = words`no cluster answers this question`;
  return { kind: 'gap', gap: { kind: 'no-cluster', unit: undefined, object: identityOf(request), why } };
}

async function readFact(session: Session, request: FactRequest): Promise<Fact> {
  const served = session.catalog.preferred(request.group, request.kind);
  if (served === undefined) return unserved(session, request);
  const { name } = request;
  if (name === undefined) return await readAll(session, served, request);
  if (!isAddressable(name)) return { kind: 'objects', objects: [] };
  const path = { ...pathOf(served, request), name };
  const reading = { metadataOnly: isSecretKind(served) };
  const outcome = await session.cluster.get(path, reading, session.signal);
  if (outcome.kind === 'reply' && outcome.status === 404) return { kind: 'objects', objects: [] };
  const object = bodyOf(outcome) === undefined ? undefined : asKubeObject(bodyOf(outcome));
  if (object === undefined) return { kind: 'gap', gap: failureGap(session, outcome, identityOf(request)) };
  return { kind: 'objects', objects: learned(session, [{ ...object, ...typeOf(served) }]) };
}

async function readAll(session: Session, served: ServedKind, request: FactRequest): Promise<Fact> {
  const objects: KubeObject[] = [];
  let next: string | undefined;
  do {
    const paging = { metadataOnly: isSecretKind(served), limit: 500, continue: next };
    const outcome = await session.cluster.list(pathOf(served, request), paging, session.signal);
    const body = bodyOf(outcome);
    if (body === undefined) return { kind: 'gap', gap: failureGap(session, outcome, identityOf(request)) };
    objects.push(...itemsOf(body, typeOf(served)));
    const token = at(body, 'metadata', 'continue');
    next = typeof token === 'string' && token !== '' ? token : undefined;
  } while (next !== undefined);
  return { kind: 'objects', objects: learned(session, objects) };
}

function unserved(session: Session, request: FactRequest): Fact {
  if (!session.catalog.isIncomplete(request.group)) return { kind: 'objects', objects: [] };
  const why = words`the server could not list the kinds of group ${session.mask.text(request.group)}`;
  return { kind: 'gap', gap: gapOf(session, { kind: 'kind-unknown', object: identityOf(request) }, why) };
}

function pathOf({ group, version, resource, namespaced }: ServedKind, request: FactRequest) {
  return { group, version, resource, namespace: namespaced ? request.namespace : '' };
}

function typeOf({ group, version, kind }: ServedKind): {
  readonly apiVersion: string;
  readonly kind: string;
} {
  return { apiVersion: group === '' ? version : `${group}/${version}`, kind };
}

function bodyOf(outcome: Outcome) {
  return outcome.kind === 'reply' && outcome.status === 200 ? outcome.body : undefined;
}

/** Even without values, a last-applied annotation may hold them. */
function learned(session: Session, objects: readonly KubeObject[]): readonly KubeObject[] {
  learnSecrets(
    session.mask,
    objects.filter(({ kind }) => kind === 'Secret'),
  );
  return objects;
}
