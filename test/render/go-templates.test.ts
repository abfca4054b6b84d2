import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { openRunner, type Runner } from '../../src/process/run.ts';
import type { Evaluated, TemplateRequest, TemplateResult } from '../../src/reconciler/templates.ts';
import { createTemplates } from '../../src/render/go-templates.ts';
import { limits } from '../../src/render/sandbox.ts';
import { resolve } from '../bed/resolve.ts';
import { scratch } from '../bed/scratch.ts';

function asked(texts: readonly string[], more: Partial<TemplateRequest> = {}): TemplateRequest {
  return { texts, values: {}, options: [], ...more };
}

describe('Go templates', () => {
  let run: Runner;
  before(async () => {
    run = await openRunner({
      programs: { gotemplate: await resolve('gotemplate') },
      limits: { ...limits, seconds: 5 },
    });
  });
  after(async () => run.close());

  async function evaluate(...requests: readonly TemplateRequest[]): Promise<Evaluated> {
    return createTemplates(run).evaluate(requests);
  }

  async function resultsOf(request: TemplateRequest): Promise<readonly TemplateResult[]> {
    const evaluated = await evaluate(request);
    assert.ok(evaluated.kind === 'evaluated', JSON.stringify(evaluated));
    const [results, ...others] = evaluated.answers;
    assert.ok(results !== undefined && others.length === 0);
    assert.equal(results.length, request.texts.length);
    return results;
  }

  async function textOf(text: string, values: TemplateRequest['values'] = {}): Promise<string> {
    const [result] = await resultsOf(asked([text], { values }));
    assert.ok(result?.kind === 'text', JSON.stringify(result));
    return result.text;
  }

  async function errorOf(text: string, options: readonly string[] = []): Promise<string> {
    const [result] = await resultsOf(asked([text], { options }));
    assert.ok(result?.kind === 'error', JSON.stringify(result));
    return result.message;
  }

  test('are evaluated in the confinement, by a program that says its version', async () => {
    assert.equal(run.confinement, 'full');
    assert.equal(await run.version('gotemplate'), 'v1.2.0');
  });

  test('get the values of their own request, one answer a request and one result a text', async () => {
    const evaluated = await evaluate(
      asked(['{{ .name }}-a', '{{ .name }}-b'], { values: { name: 'x' } }),
      asked(['<{{ .name }}>'], { values: { name: 'y & z' } }),
      asked([]),
    );
    assert.deepEqual(evaluated, {
      kind: 'evaluated',
      answers: [
        [
          { kind: 'text', text: 'x-a' },
          { kind: 'text', text: 'x-b' },
        ],
        [{ kind: 'text', text: '<y & z>' }],
        [],
      ],
    });
    assert.deepEqual(await evaluate(), { kind: 'evaluated', answers: [] });
  });

  const said: readonly (readonly [string, string])[] = [
    ['{{ .port }} {{ .large }} {{ .ratio }}', '8080 1.2345678e+07 0.5'],
    ['{{ .labels | toYaml }}', 'a: "1"\nb:\n- true\n- null'],
    ['{{ (fromYaml "a: {b: 1}").a.b }}{{ index (fromYamlArray "[x, y]") 1 }}', '1true'],
    ['{{ normalize "Feature/Some_Name.." }}', 'feature-some-name'],
    ['{{ normalize (repeat 300 "é") | len }}', '0'],
    ['{{ normalize (repeat 300 "x") | len }}', '253'],
    ['{{ slugify "Some_Branch/With a Long Name" }}', 'some-branch-with-a-long-name'],
    [
      '{{ slugify 12 false "some branch name" }} {{ slugify 12 true "some branch name" }}',
      'some-branch some-branch',
    ],
    ['{{ "a,b" | splitList "," | join "-" | upper }}', 'A-B'],
    ['{{ .missing }}{{ dig "labels" "none" "default" . }}', '<no value>default'],
    ['', ''],
  ];
  for (const [text, expected] of said) {
    test(`${JSON.stringify(text)} gives ${JSON.stringify(expected)}`, async () => {
      const values = { port: 8080, large: 12_345_678, ratio: 0.5, labels: { b: [true, null], a: '1' } };
      assert.equal(await textOf(text, values), expected);
    });
  }

  test('that go wrong say so in the words of Go, each for itself', async () => {
    assert.match(
      await errorOf('{{ .cluster.name }}', ['missingkey=error']),
      /^template: base:1:11: executing "base" at <\.cluster\.name>: map has no entry for key "cluster"$/u,
    );
    assert.match(await errorOf('{{ if }}'), /^template: base:1: missing value for if$/u);
    assert.match(await errorOf('{{ slugify 3 }}'), /interface conversion/u);
    assert.match(await errorOf('{{ fail "not here" }}'), /not here$/u);
    assert.match(await errorOf('x', ['missingkey=perhaps']), /^unrecognized option: missingkey=perhaps$/u);
    const [first, second] = await resultsOf(asked(['{{ define "a" }}x{{ end }}', '{{ template "a" }}']));
    assert.deepEqual(first, { kind: 'text', text: '' });
    assert.equal(second?.kind, 'error');
  });

  test('tell maps that hold nothing but texts from other maps, as Go does', async () => {
    const values = { metadata: { labels: { env: 'prod' } }, clusters: [{ values: { tier: 'a' } }] };
    const textMaps = [
      ['metadata', 'labels'],
      ['clusters', '0', 'values'],
    ];
    const texts = [
      '{{ .metadata.labels.env }}',
      '{{ hasKey .metadata.labels "env" }}',
      '{{ (index .clusters 0).values.tier }}',
    ];
    const [env, asked_, tier] = await resultsOf(asked(texts, { values, textMaps }));
    assert.deepEqual(
      [env, tier],
      [
        { kind: 'text', text: 'prod' },
        { kind: 'text', text: 'a' },
      ],
    );
    assert.ok(asked_?.kind === 'error');
    assert.match(
      asked_.message,
      /expected map\[string\]interface \{\}; (?:got|value has type) map\[string\]string/u,
    );
    assert.equal(await textOf('{{ hasKey .metadata.labels "env" }}', values), 'true');
    const lost = await evaluate(asked(['x'], { values, textMaps: [['metadata', 'annotations']] }));
    assert.equal(lost.kind, 'failed');
  });

  test('learn nothing of the machine', async () => {
    for (const call of ['env "HOME"', 'expandenv "$HOME"', 'getHostByName "localhost"']) {
      assert.match(await errorOf(`{{ ${call} }}`), /function ".*" not defined/u);
    }
  });

  test('that call themselves without end are an error', async () => {
    const endless = '{{ define "a" }}{{ template "a" }}{{ end }}{{ template "a" }}';
    assert.match(await errorOf(endless), /exceeded maximum template depth/u);
  });

  test('that write without end are an error, and the others of the request are answered', async () => {
    const flood = '{{ range until 100000 }}{{ range until 1000 }}xxxxxxxxxx{{ end }}{{ end }}';
    assert.deepEqual(await resultsOf(asked([flood, 'quiet'])), [
      { kind: 'error', message: 'the text is larger than any object may be' },
      { kind: 'text', text: 'quiet' },
    ]);
  });

  test('that loop for too long are stopped', async () => {
    const loop =
      '{{ range until 30000 }}{{ range until 30000 }}{{ range until 30000 }}{{ end }}{{ end }}{{ end }}';
    assert.deepEqual(await evaluate(asked([loop])), {
      kind: 'failed',
      message: 'the evaluation of Go templates was stopped: it took longer than 5 seconds',
    });
  });

  test('that want more memory than there is fail, and say so', async () => {
    assert.deepEqual(await evaluate(asked(['{{ repeat 1000000000 "xxxxxxxxxx" | len }}'])), {
      kind: 'failed',
      message: 'the evaluation of Go templates needed more memory than a render may have',
    });
  });
});

test('Without the program of ours Go templates are not evaluated, and what is missing is named', async (t) => {
  const folder = await scratch(t);
  const another = join(folder, 'gotemplate');
  await writeFile(another, '#!/bin/sh\necho "[]"\n');
  await chmod(another, 0o755);
  const cases = [
    [{}, /no proofline-gotemplate on PATH, and PROOFLINE_GOTEMPLATE names none/u],
    [{ gotemplate: another }, /answers otherwise than ours/u],
  ] as const;
  for (const [programs, why] of cases) {
    const run = await openRunner({ programs, confinement: 'none' });
    t.after(async () => run.close());
    const evaluated = await createTemplates(run).evaluate([asked(['x'])]);
    assert.ok(evaluated.kind === 'missing', JSON.stringify(evaluated));
    assert.match(evaluated.why, why);
  }
});
