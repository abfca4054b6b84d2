import assert from 'node:assert/strict';
import { access } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import type { Runner } from '../../src/process/run.ts';
import type { Renderers } from '../../src/render/render-unit.ts';
import { scratch } from '../bed/scratch.ts';
import { overlaid as base } from './overlaid.ts';
import { gapOf, openBedRunner, renderersWith, succeeded } from './rendered.ts';

const plan = { kind: 'kustomize', path: 'overlay' } as const;

describe('what kustomize is not given', () => {
  let confined: Runner;
  let open: Runner;
  let renderers: Renderers;
  before(async () => {
    confined = await openBedRunner();
    open = await openBedRunner({ confinement: 'none' });
    renderers = renderersWith(confined);
    assert.equal(confined.confinement, 'full', 'these tests need a machine that allows user namespaces');
  });
  after(async () => Promise.all([confined.close(), open.close()]));

  test('a remote base is a gap, and nothing is asked of the network', async (t) => {
    let connections = 0;
    const listener = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((ready) => listener.listen(0, '127.0.0.1', ready));
    t.after(() => listener.close());
    const address = listener.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    assert.notEqual(port, '');
    const remotes = [
      `http://127.0.0.1:${port}/base.yaml`,
      `http://127.0.0.1:${port}/org/repo.git//base?ref=v1`,
      'git@github.com:org/repo.git',
    ];
    for (const run of [confined, open]) {
      for (const remote of remotes) {
        const files = { 'overlay/kustomization.yaml': `resources: ["${remote}"]\n` };
        const [kind, why] = await gapOf(renderersWith(run), { plan, files });
        const refusedBefore = run === open && remote.startsWith('http');
        assert.equal(kind, refusedBefore ? 'source-unreadable' : 'remote-not-allowed');
        if (!refusedBefore)
          assert.match(why, remote.startsWith('http') ? /127\.0\.0\.1/u : /github\.com:org/u);
      }
    }
    assert.equal(connections, 0);
    await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    assert.equal(connections, 1);
  });

  test('a remote that the closure names is a gap before anything runs', async () => {
    const remotes = [
      {
        kind: 'file' as const,
        url: 'https://example.com/base',
        place: undefined,
        use: { kind: 'root' } as const,
      },
    ];
    const [kind, why] = await gapOf(renderers, { plan, files: base, closure: { remotes } });
    assert.equal(kind, 'remote-not-allowed');
    assert.match(why, /example\.com\/base/u);
  });

  test('helmCharts, exec functions and plugins are gaps: none of them is ever run', async (t) => {
    const function_ = (runtime: string): string =>
      `transformers:\n- |-\n  apiVersion: v1\n  kind: Fn\n  metadata:\n    name: x\n    annotations:\n      config.kubernetes.io/function: |\n        ${runtime}\n`;
    const kustomizations = [
      'helmCharts: [{name: a, repo: "https://example.com/", version: 1.0.0, releaseName: "--post-renderer=./x.sh"}]\n',
      function_('exec: {path: ./x.sh}'),
      function_('container: {image: example/fn}'),
      'generators:\n- |-\n  apiVersion: team/v1\n  kind: Gen\n  metadata: {name: x}\n',
    ];
    const ran = join(await scratch(t), 'ran');
    for (const run of [confined, open]) {
      for (const kustomization of kustomizations) {
        const script = `#!/bin/sh\ntouch ${ran}\n`;
        const files = { 'overlay/kustomization.yaml': kustomization, 'overlay/x.sh': script };
        assert.equal((await gapOf(renderersWith(run), { plan, files }))[0], 'plugin-unknown');
      }
    }
    await assert.rejects(access(ran), { code: 'ENOENT' });
  });

  test('where a part of the source is not here, a failure is a gap that says both', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 9\n`;
    const files = { 'overlay/kustomization.yaml': 'resources: [a.yaml]\n', 'overlay/a.yaml': pointer };
    const [kind, why] = await gapOf(renderers, { plan, files });
    assert.equal(kind, 'source-unreadable');
    assert.match(why, /^overlay\/a\.yaml: .*Git LFS.* Without it the render failed: /u);
  });

  test('without a confinement, nothing outside an overlay is read and a path out of the repository is a gap', async () => {
    const unconfined = renderersWith(open);
    const rendered = await succeeded(unconfined, {
      plan,
      files: { ...base, 'overlay/kustomization.yaml': 'resources: [../base]\n' },
    });
    assert.equal(rendered.declared.length, 4);
    assert.equal(rendered.record.parameters['loadRestrictor'], 'LoadRestrictionsRootOnly');
    const shared = 'configMapGenerator:\n  - name: shared\n    files: [../shared/app.conf]\n';
    const files = { 'overlay/kustomization.yaml': shared, 'shared/app.conf': 'x=1\n' };
    assert.equal((await gapOf(unconfined, { plan, files }))[0], 'source-unreadable');
    const outside = { 'overlay/kustomization.yaml': 'resources: ["../../../etc/kubernetes"]\n' };
    assert.deepEqual(await gapOf(unconfined, { plan, files: outside }), [
      'source-unreadable',
      'overlay/kustomization.yaml names something outside the repository',
    ]);
  });
});
