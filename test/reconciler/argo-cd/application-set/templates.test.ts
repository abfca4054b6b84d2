import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { at } from '../../../../src/object/json.ts';
import { legacyText } from '../../../../src/reconciler/argo-cd/application-set/legacy-template.ts';
import { usedParameters } from '../../../../src/reconciler/argo-cd/application-set/used-parameters.ts';
import type { Templates } from '../../../../src/reconciler/templates.ts';
import {
  applications,
  errorOf,
  gapsOf,
  names,
  repository,
  setOf,
  template,
  templatesOfTests,
} from './bench.ts';

test('Templates from before goTemplate replace known names on lines that have both braces', () => {
  const parameters = { name: 'x', port: 8080 };
  const cases = [
    ['{{name}} {{ name }} {{other}} {{ port }} {{}}', 'x x {{other}} {{ port }} {{}}'],
    ['a {{name', 'a {{name'],
    ['{{\nname}}', '{{\nname}}'],
    ['}}{{name}}', '}}x'],
    ['{{{name}}}', '{{{name}}}'],
  ] as const;
  for (const [text, expected] of cases) {
    assert.deepEqual(legacyText(text, parameters), { kind: 'made', value: expected });
  }
  assert.equal(legacyText('{{name}} {{name', parameters).kind, 'error');
});

test('A generator’s template goes before the set’s, field by field, and a list as a whole', async () => {
  const set = `  generators:
    - list:
        elements: [{name: a}]
        template:
          metadata: {labels: {own: '{{name}}', both: own}}
          spec:
            project: shop
            source: {repoURL: ${repository}, path: other, helm: {valueFiles: [x.yaml]}}
            destination: {}
    - list: {elements: [{name: b}]}
  template:
    metadata: {name: '{{name}}', labels: {both: set, all: set}}
    spec:
      project: default
      destination: {server: https://kubernetes.default.svc}
      source: {repoURL: ${repository}, path: apps, targetRevision: v1, helm: {valueFiles: [a.yaml, b.yaml]}}
`;
  const { a, b } = await applications(set);
  assert.deepEqual(at(a, 'metadata', 'labels'), { own: 'a', both: 'own', all: 'set' });
  assert.deepEqual(a?.['spec'], {
    project: 'shop',
    source: { repoURL: repository, path: 'other', helm: { valueFiles: ['x.yaml'] }, targetRevision: 'v1' },
    destination: { server: 'https://kubernetes.default.svc' },
  });
  assert.deepEqual(at(b, 'spec', 'source', 'path'), 'apps');
});

const one = '  generators: [{list: {elements: [{name: a}]}}]\n';

test('Finalizers of the template stand alone, and preserveResourcesOnDeletion adds none', async () => {
  const own = template('{{name}}').replace('metadata: {', 'metadata: {finalizers: [x.io/y], ');
  assert.deepEqual(at((await applications(one + own))['a'], 'metadata', 'finalizers'), ['x.io/y']);
  const preserve = `  syncPolicy: {preserveResourcesOnDeletion: true}\n`;
  assert.equal(
    at((await applications(one + preserve + template('{{name}}')))['a'], 'metadata', 'finalizers'),
    undefined,
  );
});

test('Only some of the metadata counts, the namespace is the set’s, and empty parts go', async () => {
  const set = `${one}  template:
    metadata: {name: '{{name}}', namespace: elsewhere, generateName: x, annotations: {'{{name}}': '{{name}}'}}
    spec:
      project: ''
      destination: {server: https://kubernetes.default.svc/}
      syncPolicy: {}
      source: {repoURL: ${repository}, path: x, helm: {}, directory: {recurse: false}, kustomize: {images: [a]}}
`;
  const { a } = await applications(set, { projects: undefined });
  assert.deepEqual(a?.['metadata'], {
    name: 'a',
    namespace: 'argocd',
    annotations: { a: 'a' },
    finalizers: ['resources-finalizer.argocd.argoproj.io'],
  });
  assert.deepEqual(a['spec'], {
    project: 'default',
    destination: { server: 'https://kubernetes.default.svc/' },
    source: { repoURL: repository, path: 'x', kustomize: { images: ['a'] } },
  });
});

test('A tool’s options stay where one of them is a list that holds something, be it an empty text', async () => {
  const helm = "helm: {valueFiles: ['']}, kustomize: {images: []}";
  const { a } = await applications(one + template('{{name}}').replace('path: apps,', `path: apps, ${helm},`));
  assert.deepEqual(at(a, 'spec', 'source'), {
    repoURL: repository,
    path: 'apps',
    helm: { valueFiles: [''] },
    targetRevision: 'HEAD',
  });
});

test('A templatePatch merges maps, replaces lists, deletes by null, and never moves the project', async () => {
  const spec = `      sources: [{repoURL: ${repository}, path: x}, {repoURL: ${repository}, path: z}]\n      syncPolicy: {automated: {prune: true}, syncOptions: [A=true]}\n`;
  const set = `${one}${template('{{name}}', spec)}  templatePatch: |
    metadata:
      labels: {from: '{{name}}'}
      finalizers: [x.io/y]
    spec:
      project: stolen
      source: null
      syncPolicy:
        automated: {selfHeal: true, prune: null}
        syncOptions: [B=true]
`;
  const { a } = await applications(set);
  assert.deepEqual(at(a, 'metadata', 'labels'), { from: 'a' });
  assert.deepEqual(at(a, 'metadata', 'finalizers'), ['x.io/y', 'resources-finalizer.argocd.argoproj.io']);
  assert.equal(at(a, 'spec', 'project'), 'default');
  assert.equal(at(a, 'spec', 'source'), undefined);
  assert.deepEqual(at(a, 'spec', 'syncPolicy'), { automated: { selfHeal: true }, syncOptions: ['B=true'] });
});

test('A templatePatch that does not parse or is no map is an error; an empty one changes nothing', async () => {
  const patch = (text: string): string => `${one}${template('{{name}}')}  templatePatch: '${text}'\n`;
  assert.match(await errorOf(patch('spec: [')), /error while converting template to json/);
  assert.match(await errorOf(patch('[a]')), /it is no map/);
  assert.deepEqual(await names(patch('')), ['a']);
  assert.match((await gapsOf(patch('{$retainKeys: [a]}')))[0] ?? '', /a directive in its templatePatch/);
});

test('A templatePatch cannot merge maps inside of valuesObject, which have no type', async () => {
  const values = `      sources: [{repoURL: ${repository}, path: x}]\n`;
  const set = (patch: string): string =>
    `${one}${template('{{name}}', values).replace('path: apps,', 'path: apps, helm: {valuesObject: {a: {b: 1}}},')}  templatePatch: '{spec: {source: {helm: {valuesObject: ${patch}}}}}'\n`;
  assert.match(
    await errorOf(set('{a: {c: 2}}')),
    /unable to find api field in struct RawExtension for the json field "a"/,
  );
  const { a } = await applications(set('{d: {c: 2}}'));
  assert.deepEqual(at(a, 'spec', 'source', 'helm', 'valuesObject'), { a: { b: 1 }, d: { c: 2 } });
});

test('The parameters that templates use are named', () => {
  const go = setOf(
    `  goTemplate: true\n${template('{{ .path.basename }}-{{ index .a 0 }}{{ range .list }}{{ .inner }}{{ end }}')}`,
  );
  assert.deepEqual(usedParameters(go.manifest), ['a', 'inner', 'list', 'path.basename']);
  assert.deepEqual(usedParameters(setOf(template('{{path.basename}}{{ x }}')).manifest), [
    'path.basename',
    'x',
  ]);
});

test('Without the program for Go templates it is a gap, and no Application is thought to go', async () => {
  const missing: Templates = {
    evaluate: async () => Promise.resolve({ kind: 'missing', why: 'no gotemplate on PATH' }),
  };
  const [gap] = await gapsOf(`  goTemplate: true\n${one}${template('{{ .name }}')}`, { templates: missing });
  assert.match(gap ?? '', /^renderer-missing: .*no gotemplate on PATH/);
});

const elements = `[${Array.from({ length: 3000 }, (_, index) => `{name: a${String(index)}}`).join(', ')}]`;
const large = `      info: [{name: a, value: "${'x'.repeat(500_000)}{{name}}"}]\n`;

test('A template and parameter sets that make more than fits in memory are a gap', async () => {
  const [gap] = await gapsOf(
    `  generators: [{list: {elements: ${elements}}}]\n${template('{{name}}', large)}`,
  );
  assert.match(gap ?? '', /larger than 64000000 characters/);
});

test('A text that grows by its parameters beyond any object is an error of its set', async () => {
  const value = 'y'.repeat(50_000);
  const many = `      info: [{name: a, value: "${'{{v}}'.repeat(50)}"}]\n`;
  const spec = `  generators: [{list: {elements: [{name: a, v: ${value}}]}}]\n${template('{{name}}', many)}`;
  assert.match(await errorOf(spec), /larger than any object may be/);
});

describe('With goTemplate', () => {
  const templates = templatesOfTests();

  test('what does not fit in memory is a gap too', async () => {
    const text = large.replace('{{name}}', '{{ .name }}');
    const set = `  goTemplate: true\n  generators: [{list: {elements: ${elements}}}]\n${template('{{ .name }}', text)}`;
    const [gap] = await gapsOf(set, { templates });
    assert.match(gap ?? '', /larger than 64000000 characters/);
  });

  test('a templatePatch is a program of its own', async () => {
    const set = `  goTemplate: true
  generators: [{list: {elements: [{name: a, prod: true}, {name: b, prod: false}]}}]
${template('{{ .name }}')}  templatePatch: |
    {{- if .prod }}
    spec: {syncPolicy: {automated: {prune: false}}}
    {{- end }}
`;
    const { a, b } = await applications(set, { templates });
    assert.deepEqual(at(a, 'spec', 'syncPolicy'), { automated: { prune: false } });
    assert.equal(at(b, 'spec', 'syncPolicy'), undefined);
  });
});
