import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { Runner } from '../../src/process/run.ts';
import { limits } from '../../src/render/sandbox.ts';
import { failed, openBedRunner, renderersWith, succeeded } from './rendered.ts';
import type { Files } from './tree.ts';

const plan = {
  kind: 'helm',
  chart: { path: 'shop' },
  release: 'shop',
  namespace: 'web',
  valuesFiles: [],
  major: 4,
} as const;

function chart(template: string): Files {
  return {
    'shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 0.1.0\n',
    'shop/templates/a.yaml': template,
  };
}

describe('the limits of a render', () => {
  let run: Runner;
  before(async () => {
    run = await openBedRunner({ limits: { ...limits, seconds: 2, stdoutBytes: 1024 * 1024 } });
  });
  after(async () => run.close());

  test('a template that loops forever is stopped', async () => {
    const loop =
      '{{- range until 30000 }}{{ range until 30000 }}{{ range until 30000 }}{{ end }}{{ end }}{{ end }}';
    const { message } = await failed(renderersWith(run), { plan, files: chart(loop) });
    assert.equal(message, 'Helm 4 was stopped: it took longer than 2 seconds');
  });

  test('a template that writes without end is stopped', async () => {
    const flood =
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: "{{ range until 200 }}{{ repeat 10000 "x" }}{{ end }}"}\n';
    const { message } = await failed(renderersWith(run), { plan, files: chart(flood) });
    assert.equal(message, 'Helm 4 was stopped: it wrote more than 1048576 bytes');
  });

  test('a template that wants more memory than a render may have fails, and says so', async () => {
    const greedy = 'a: {{ repeat 1000000000 "xxxxxxxxxx" | len }}\n';
    const { message } = await failed(renderersWith(run), { plan, files: chart(greedy) });
    assert.equal(message, 'Helm 4 needed more memory than a render may have');
  });

  test('a kustomization that includes itself, an alias bomb and deep nesting each end', async () => {
    const resources: readonly (readonly [string, RegExp])[] = [
      ['..', /cycle|must build at directory/u],
      ['bomb.yaml', /./u],
      ['deep.yaml', /./u],
    ];
    const bomb = Array.from({ length: 12 }, (_, i) => {
      const item = i === 0 ? '"x"' : `*a${String(i - 1)}`;
      return `a${String(i)}: &a${String(i)} [${Array.from({ length: 12 }, () => item).join(',')}]`;
    }).join('\n');
    const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';
    for (const [resource, message] of resources) {
      const files = {
        'o/kustomization.yaml': `resources: ["${resource}"]\n`,
        'kustomization.yaml': 'resources: [o]\n',
        'o/bomb.yaml': `${head}${bomb}\n`,
        'o/deep.yaml': `${head}a: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`,
      };
      const answer = await failed(renderersWith(run), { plan: { kind: 'kustomize', path: 'o' }, files });
      assert.match(answer.message, message);
      assert.ok(answer.message.length < 20_000, `${resource}: ${String(answer.message.length)}`);
    }
  });

  test('kustomize reads CRLF and a byte order mark', async () => {
    const files = {
      'o/kustomization.yaml': '\uFEFFresources:\r\n- a.yaml\r\n',
      'o/a.yaml': '\uFEFFapiVersion: v1\r\nkind: ConfigMap\r\nmetadata:\r\n  name: a\r\n',
    };
    const rendered = await succeeded(renderersWith(run), { plan: { kind: 'kustomize', path: 'o' }, files });
    assert.deepEqual(
      rendered.declared.map(({ origin }) => origin),
      [{ file: 'o/a.yaml', line: 1 }],
    );
  });
});
