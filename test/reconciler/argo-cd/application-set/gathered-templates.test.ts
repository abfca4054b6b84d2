import assert from 'node:assert/strict';
import { test } from 'node:test';

import { gatheredTemplates } from '../../../../src/reconciler/argo-cd/application-set/gathered-templates.ts';
import { generate } from '../../../../src/reconciler/argo-cd/application-set/generate.ts';
import type { Evaluated, TemplateRequest, Templates } from '../../../../src/reconciler/templates.ts';
import { setOf, sideOf, template, templatesOfTests } from './bench.ts';

const templates = templatesOfTests();

function counting(): { readonly counted: Templates; readonly runs: number[] } {
  const runs: number[] = [];
  const evaluate = async (requests: readonly TemplateRequest[]): Promise<Evaluated> => {
    runs.push(requests.length);
    return templates.evaluate(requests);
  };
  return { counted: { evaluate }, runs };
}

const set = (name: string, text = `${name}-{{ .x }}`): ReturnType<typeof setOf> =>
  setOf(`  goTemplate: true\n  generators: [{list: {elements: [{x: a}, {x: b}]}}]\n${template(text)}`, name);

test('Many sets are one run of the program, and none at all the second time', async () => {
  const { counted, runs } = counting();
  const sets = Array.from({ length: 60 }, (_, index) => set(`s${index}`));
  const first = await generate(sideOf(sets, { templates: counted }));
  assert.equal(first.applications.length, 120);
  assert.equal(first.applications[119]?.manifest.metadata.name, 's59-b');
  assert.deepEqual(runs, [120]);
  const second = await generate(sideOf([...sets, set('new')], { templates: counted }));
  assert.equal(second.applications.length, 122);
  assert.deepEqual(runs, [120, 2]);
});

test('A set that takes too long, or too much memory, is a gap, and the others are made', async () => {
  const { counted } = counting();
  const hungry = set('hungry', '{{ repeat 1000000000 "xxxxxxxxxx" | len }}');
  const { sets, gaps } = await generate(sideOf([set('one'), hungry, set('two')], { templates: counted }));
  assert.deepEqual(
    sets.map(({ id, outcome, applications }) => [id, outcome.kind, applications.length]),
    [
      ['argocd/one', 'generated', 2],
      ['argocd/hungry', 'unknown', 0],
      ['argocd/two', 'generated', 2],
    ],
  );
  assert.equal(gaps.length, 1);
  assert.match(gaps[0]?.why ?? '', /needed more memory than a render may have/);
});

test('What goes wrong in the program goes wrong for all that asked', async () => {
  const broken = gatheredTemplates({ evaluate: async () => Promise.reject(new Error('no')) });
  const asked = { texts: ['{{ .x }}'], values: {}, options: [] };
  const answers = await Promise.allSettled([broken.evaluate([asked]), broken.evaluate([asked])]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.deepEqual(await broken.evaluate([]), { kind: 'evaluated', answers: [] });
});
