/** Real objects, drifted and edited -> our patch of each, the server's answer to it as a dry run, and what kubectl then sent. */
import assert from 'node:assert/strict';

import { inParallel } from '../../../src/live/in-parallel.ts';
import { loadOpenApi, OpenApiCache } from '../../../src/live/open-api.ts';
import { patchStrategiesIn } from '../../../src/live/patch-strategies.ts';
import type { Session } from '../../../src/live/session.ts';
import { identityOf, objectKey } from '../../../src/object/identity.ts';
import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../src/object/json.ts';
import { namespaceOf, type KubeObject } from '../../../src/object/kube-object.ts';
import { applyJsonMerge } from '../../../src/object/merge/json-merge.ts';
import type { PatchStrategies } from '../../../src/object/merge/patch-strategy.ts';
import { applyStrategic } from '../../../src/object/merge/strategic-apply.ts';
import { clientSideApply, type ClientSideApply } from '../../../src/reconciler/argo-cd/apply/three-way.ts';
import type { ControlPlane } from '../../bed/control-plane.ts';
import { pathsOf, type PathOf } from '../../bed/resources.ts';
import { corpusObjects, servedBy } from '../../judge/accepted-objects.ts';
import { randomFrom } from '../../judge/random.ts';
import { seedAsKubectl } from '../../judge/seeded-cluster.ts';
import { editedAtRandom } from './random-edits.ts';
import type { Noted, Relay } from './recorded-kubectl.ts';

interface Reply {
  readonly status: number;
  readonly body: JsonObject;
}

export interface Judged {
  readonly name: string;
  readonly group: string;
  readonly ours: ClientSideApply;
  /** Undefined where there is no patch. */
  readonly predicted: Reply | undefined;
  /** The server's answer to the whole object after our own merge of the patch, as a dry run. */
  readonly replaced: Reply | undefined;
  /** Undefined where kubectl sent nothing. */
  readonly theirs: Noted | undefined;
}

export interface Judge {
  readonly bed: ControlPlane;
  /** Opened anew for each question: one has a deadline. */
  readonly openSession: () => Promise<Session>;
  readonly relay: Relay;
  /** One of so many objects, and of each kind at least one: all of them take minutes. */
  readonly share: number;
}

/** Their servers and webhooks do not exist, and everything else would be asked of them: they come last. */
const gatekeepers = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration', 'APIService'];
const lanes = 8;

export async function judgePatches(judge: Judge): Promise<readonly Judged[]> {
  const { bed, share } = judge;
  const corpus = [...(await corpusObjects()).values()].flat();
  const objects = some(corpus.filter(await servedBy(bed.admin)), share);
  await seedAsKubectl(bed, namespacesOf(objects));
  const first = await round(
    judge,
    objects.filter(({ kind }) => !gatekeepers.includes(kind)),
  );
  const kinds = definedKinds(objects);
  const isOfKind = ({ apiVersion, kind }: KubeObject): boolean => kinds.has(`${apiVersion} ${kind}`);
  const custom = some(corpus.filter(isOfKind), share);
  await seedAsKubectl(bed, namespacesOf(custom));
  const second = await round(judge, custom);
  const third = await round(
    judge,
    objects.filter(({ kind }) => gatekeepers.includes(kind)),
  );
  return [...first, ...second, ...third];
}

function some(objects: readonly KubeObject[], share: number): readonly KubeObject[] {
  const distinct = new Map(objects.map((object) => [objectKey(object), object]));
  const seen = new Set<string>();
  return [...distinct].flatMap(([key, object]) => {
    const isFirst = !seen.has(object.kind);
    seen.add(object.kind);
    return isFirst || randomFrom(key).below(share) === 0 ? [object] : [];
  });
}

function namespacesOf(objects: readonly KubeObject[]): readonly KubeObject[] {
  const names = new Set(objects.map(namespaceOf).filter((name) => name !== ''));
  return [...names].map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }));
}

function definedKinds(objects: readonly KubeObject[]): ReadonlySet<string> {
  const definitions = objects.filter(({ kind }) => kind === 'CustomResourceDefinition');
  return new Set(
    definitions.flatMap((object) => {
      const versions = at(object, 'spec', 'versions');
      const [group, kind] = [textAt(object, 'spec', 'group'), textAt(object, 'spec', 'names', 'kind')];
      return (isJsonArray(versions) ? versions : []).map(
        (version) => `${group}/${textAt(version, 'name')} ${kind}`,
      );
    }),
  );
}

function textAt(value: Json, ...keys: readonly string[]): string {
  const text = at(value, ...keys);
  return typeof text === 'string' ? text : '';
}

interface Case {
  readonly target: KubeObject;
  readonly path: string;
  readonly live: KubeObject;
}

async function round(judge: Judge, objects: readonly KubeObject[]): Promise<readonly Judged[]> {
  const { bed, relay } = judge;
  const pathOf = pathsOf(bed.admin);
  const bases = await inParallel(objects, lanes, async (object) => inItsNamespace(object, pathOf));
  await relay.apply(bases);
  const found = await inParallel(bases, lanes, async (base) => caseOf(judge, base, pathOf));
  const cases = found.filter((each) => each !== undefined);
  const kinds = cases.map(({ target }) => identityOf(target));
  const session = await judge.openSession();
  const strategies = patchStrategiesIn(await loadOpenApi(session, kinds, new OpenApiCache()));
  const ours = await inParallel(cases, lanes, async (each) => predicted(judge, each, strategies));
  const { requests } = await relay.apply(cases.map(({ target }) => target));
  return ours.map((each) => ({ ...each, theirs: sentFor(each.name, requests) }));
}

/** Argo CD states the namespace, and kubectl would. */
async function inItsNamespace(object: KubeObject, pathOf: PathOf): Promise<KubeObject> {
  const isNamespaced = /\/namespaces\/[^/]+\/[^/]+\//u.test(await pathOf(object));
  if (!isNamespaced || namespaceOf(object) !== '') return object;
  return { ...object, metadata: { ...object.metadata, namespace: 'default' } };
}

/** Somebody may have changed it since, also the record of what was last applied. */
async function caseOf({ bed }: Judge, base: KubeObject, pathOf: PathOf): Promise<Case | undefined> {
  const path = await pathOf(base);
  const found = await bed.admin.send({ method: 'GET', path });
  if (found.status !== 200) return undefined;
  const random = randomFrom(`drift ${path}`);
  if (random.below(3) > 0) {
    await bed.admin.send({
      method: 'PUT',
      path: `${path}?fieldManager=kubectl-edit&fieldValidation=Ignore`,
      body: editedAtRandom(asObject(found.body), random),
    });
  }
  const live = asObject((await bed.admin.send({ method: 'GET', path })).body);
  return { target: editedAtRandom(base, randomFrom(`target ${path}`)), path, live };
}

function asObject(body: JsonObject): KubeObject {
  const { apiVersion, kind, metadata } = body;
  assert.ok(typeof apiVersion === 'string' && typeof kind === 'string' && isJsonObject(metadata));
  const { name } = metadata;
  assert.ok(typeof name === 'string');
  return { ...body, apiVersion, kind, metadata: { ...metadata, name } };
}

async function predicted(
  { bed }: Judge,
  { target, path, live }: Case,
  strategies: PatchStrategies,
): Promise<Omit<Judged, 'theirs'>> {
  const ours = clientSideApply(target, live, strategies);
  const common = { name: path, group: identityOf(target).group, ours };
  if (ours.kind !== 'patch') return { ...common, predicted: undefined, replaced: undefined };
  const asked = `${path}?fieldManager=argocd-controller&fieldValidation=Ignore&dryRun=All`;
  const { type: contentType, body } = ours;
  const form = strategies(identityOf(target));
  const merged =
    form?.kind === 'strategic-merge' ? applyStrategic(live, body, form.schema) : applyJsonMerge(live, body);
  return {
    ...common,
    predicted: await bed.admin.send({ method: 'PATCH', path: asked, contentType, body }),
    replaced: await bed.admin.send({ method: 'PUT', path: asked, body: merged }),
  };
}

function sentFor(path: string, requests: readonly Noted[]): Noted | undefined {
  const sent = requests.filter((each) => each.path === decodeURIComponent(path));
  assert.ok(sent.length < 2, `kubectl sent ${String(sent.length)} requests for ${path}`);
  return sent[0];
}
