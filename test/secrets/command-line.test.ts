import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { reviewForm } from '../../src/report/json-form.ts';
import { proveNothingWritten } from '../bed/audit-proof.ts';
import { startControlPlane, type ControlPlane } from '../bed/control-plane.ts';
import { addIdentity, type Identity } from '../bed/identity.ts';
import { checkout, type Checkout } from '../doors/checkout.ts';
import { endings } from '../doors/endings.ts';
import { programEnvironment } from '../doors/programs.ts';
import { runProofline, type Finished } from '../stories/command-line.ts';
import { leakIn, shaped } from './canary.ts';
import { fromCluster, fromSource, missing } from './evidence.ts';
import { seedLive } from './live.ts';
import { branch, files } from './story.ts';

const started = endings();
let bed: ControlPlane;
let identity: Identity;
let repository: Checkout;
let environment: Record<string, string>;

before(async () => {
  bed = await startControlPlane();
  started.add(bed.stop);
  identity = await addIdentity(bed);
  started.add(() => identity.cluster.close());
  started.add(() => proveNothingWritten(bed));
  await seedLive(bed);
  environment = { ...(await programEnvironment(bed.folder)), KUBECONFIG: identity.kubeconfig };
  repository = await checkout(
    join(bed.folder, 'checkout'),
    { base: files('base'), head: files('head') },
    branch,
  );
});

after(async () => {
  await started.run();
});

async function review(...more: readonly string[]): Promise<Finished> {
  const args = ['review', '--base', 'main', '--head', branch, ...more, repository.directory];
  const said = await runProofline(args, environment);
  assert.equal(leakIn(said.stdout), undefined);
  assert.equal(leakIn(said.stderr), undefined);
  return said;
}

test('No canary of any corner of a repository or a cluster is in any format, and each change of one is told (complaints 22 to 24)', async () => {
  const asked = await review('--format', 'json');
  assert.deepEqual(missing(reviewForm.parse(JSON.parse(asked.stdout)), [...fromSource, ...fromCluster]), []);
  for (const format of ['text', 'markdown']) {
    const { stdout } = await review('--format', format);
    for (const word of [
      '*** (before)',
      '*** (after)',
      'found *** in it',
      'the token *** has the wrong length',
    ]) {
      assert.ok(stdout.includes(word), `${format} does not say ${word}`);
    }
  }
});

test('The two renders alone tell every change of a canary, and no canary', async () => {
  const asked = await review('--no-cluster', '--format', 'json');
  assert.deepEqual(missing(reviewForm.parse(JSON.parse(asked.stdout)), fromSource), []);
});

test('Renders that are kept on disk for the next process hold no canary, and some are kept', async () => {
  const folder = join(environment['PROOFLINE_CACHE'] ?? '', 'renders');
  const names = await readdir(folder);
  assert.notEqual(names.length, 0);
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8');
    assert.equal(leakIn(name) ?? leakIn(text), undefined);
  }
});

test('An error that ends a command before there is a review quotes no canary', async () => {
  const wrong = [
    ['review', '--base', shaped('revision'), '--no-cluster', repository.directory],
    ['review', '--base', 'main', '--no-cluster', shaped('folder')],
    ['review', '--base', 'main', '--context', shaped('context'), repository.directory],
    ['cluster', 'add', shaped('other-context')],
    ['policy', 'check', shaped('checkout')],
    [shaped('command')],
    ['review', `--${shaped('flag')}`],
  ];
  for (const args of wrong) {
    const said = await runProofline(args, environment);
    assert.equal(leakIn(said.stdout), undefined, args.join(' '));
    assert.equal(leakIn(said.stderr), undefined, args.join(' '));
    assert.ok(said.stderr.length > 20 || said.code === 0, args.join(' '));
  }
});
