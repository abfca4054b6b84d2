/** ApplicationSets as people write them -> what one side makes of them, with the real program for Go templates. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';

import { createMask } from '../../../../src/object/mask.ts';
import type { JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { readYaml } from '../../../../src/object/yaml.ts';
import { openRunner, type Runner } from '../../../../src/process/run.ts';
import { generate } from '../../../../src/reconciler/argo-cd/application-set/generate.ts';
import { controllerSettings } from '../../../../src/reconciler/argo-cd/application-set/settings.ts';
import type {
  ClusterSecret,
  DeclaredSet,
  GeneratedSide,
  SetsOfSide,
} from '../../../../src/reconciler/argo-cd/application-set/side.ts';
import type { Templates } from '../../../../src/reconciler/templates.ts';
import { createTemplates } from '../../../../src/render/go-templates.ts';
import { resolve } from '../../../bed/resolve.ts';
import { type Files, treeOf } from '../../../render/tree.ts';

export const repository = 'https://github.com/octo-org/shop';

/** For the tests of the file, or of the suite, in which it is called. */
export function templatesOfTests(): Templates {
  let run: Runner | undefined;
  let templates: Templates = noTemplates;
  before(async () => {
    run = await openRunner({ programs: { gotemplate: await resolve('gotemplate') } });
    templates = createTemplates(run);
  });
  after(async () => run?.close());
  return { evaluate: async (requests) => templates.evaluate(requests) };
}

/** For sets that have none in Go's form. */
export const noTemplates: Templates = {
  evaluate: async () => Promise.reject(new Error('nothing was to be evaluated by Go')),
};

export function cluster(name: string, more: Partial<ClusterSecret> = {}): ClusterSecret {
  return { name, server: `https://${name}.example`, project: '', labels: {}, annotations: {}, ...more };
}

export interface Given extends Partial<Omit<SetsOfSide, 'sets' | 'tree' | 'controller'>> {
  readonly files?: Files;
  readonly settings?: Readonly<Record<string, string>>;
  readonly version?: string;
}

export function objectsIn(text: string): readonly KubeObject[] {
  return readYaml('sets.yaml', text).map((document) => {
    assert.ok(document.kind === 'object', JSON.stringify(document));
    return document.object;
  });
}

/** `spec` in YAML, indented by two. */
export function setOf(spec: string, name = 'shops'): DeclaredSet {
  const text = `apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {name: ${name}, namespace: argocd}\nspec:\n${spec}`;
  const [manifest, ...others] = objectsIn(text);
  assert.ok(manifest !== undefined && others.length === 0);
  return { manifest, place: { file: 'sets.yaml', line: 1 } };
}

export function sideOf(sets: readonly DeclaredSet[], given: Given = {}): SetsOfSide {
  const { files = {}, settings = {}, version = null, ...more } = given;
  return {
    sets,
    tree: treeOf(files),
    origin: { urls: [repository], branch: 'main', defaultBranch: 'main' },
    clusters: [],
    projects: ['default', 'shop'],
    liveApplications: [],
    decisions: undefined,
    templates: noTemplates,
    controller: controllerSettings(settings, version),
    namespace: 'argocd',
    mask: createMask(),
    ...more,
  };
}

export async function generated(spec: string, given: Given = {}): Promise<GeneratedSide> {
  return generate(sideOf([setOf(spec)], given));
}

/** Of a set that is generated without a gap or an error: its Applications by name. */
export async function applications(
  spec: string,
  given: Given = {},
): Promise<Readonly<Record<string, JsonObject>>> {
  const side = await generated(spec, given);
  assert.deepEqual(side.gaps, []);
  assert.deepEqual(
    side.sets.map(({ outcome }) => outcome),
    [{ kind: 'generated' }],
  );
  return Object.fromEntries(side.applications.map(({ manifest }) => [manifest.metadata.name, manifest]));
}

export async function names(spec: string, given: Given = {}): Promise<readonly string[]> {
  return Object.keys(await applications(spec, given)).sort();
}

/** The error of the one set. */
export async function errorOf(spec: string, given: Given = {}): Promise<string> {
  const { sets } = await generated(spec, given);
  const [first, ...others] = sets;
  assert.ok(first?.outcome.kind === 'error' && others.length === 0, JSON.stringify(sets));
  return first.outcome.why;
}

/** The gaps of the one set. */
export async function gapsOf(spec: string, given: Given = {}): Promise<readonly string[]> {
  const { gaps, sets } = await generated(spec, given);
  assert.deepEqual(
    sets.map(({ outcome }) => outcome.kind),
    ['unknown'],
  );
  assert.notEqual(gaps.length, 0);
  return gaps.map(({ kind, why }) => `${kind}: ${why}`);
}

/** The name comes from what is between the braces; the destination is Argo CD's own cluster. */
export function template(name: string, more = ''): string {
  return `  template:
    metadata: {name: '${name}'}
    spec:
      project: default
      destination: {server: https://kubernetes.default.svc, namespace: shop}
      source: {repoURL: ${repository}, path: apps, targetRevision: HEAD}
${more}`;
}
