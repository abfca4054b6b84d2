import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';

import { openRunner, type Runner } from '../../src/process/run.ts';
import type { Outcome } from '../../src/render/program.ts';
import { limits, type Limits } from '../../src/render/sandbox.ts';
import { resolve } from '../bed/resolve.ts';
import { scratch } from '../bed/scratch.ts';

/** A runner whose kustomize is a shell script: what it does is seen from outside. */
async function scripted(
  t: TestContext,
  script: string,
  changes: Partial<Limits> = {},
): Promise<{ runner: Runner; folder: string }> {
  const folder = await scratch(t);
  const program = join(folder, 'kustomize');
  await writeFile(program, `#!/bin/sh\n${script}\n`);
  await chmod(program, 0o755);
  const runner = await openRunner({
    programs: { kustomize: program },
    limits: { ...limits, ...changes },
    confinement: 'none',
  });
  t.after(async () => runner.close());
  return { runner, folder };
}

async function outcomeOf(runner: Runner, ...args: readonly string[]): Promise<Outcome> {
  return runner.run({ program: 'kustomize', args, reads: [] });
}

function textOf(outcome: Outcome): string {
  assert.ok(outcome.kind === 'exited', JSON.stringify(outcome));
  return outcome.stdout.toString('utf8');
}

test('a program gets its arguments as they are, and an environment without ours', async (t) => {
  process.env['PROOFLINE_TEST_CANARY'] = 'canary-5500';
  t.after(() => delete process.env['PROOFLINE_TEST_CANARY']);
  const { runner } = await scripted(t, 'printf "%s|" "$@"; /usr/bin/env');
  const text = textOf(await outcomeOf(runner, '$(id)', '; id', '*', "it's"));
  assert.ok(text.startsWith("$(id)|; id|*|it's|"), text);
  assert.ok(!text.includes('canary'));
  assert.match(text, /^HOME=.*proofline-run-/mu);
  assert.match(text, /^HELM_PLUGINS=.*proofline-run-/mu);
  assert.match(text, /^https_proxy=http:\/\/127\.0\.0\.1:9$/mu);
  assert.match(text, /^PATH=.*no-programs$/mu);
});

test('a program reads what it is given on its standard input, and nothing otherwise', async (t) => {
  const { runner } = await scripted(t, 'exec /bin/cat');
  const stdin = Buffer.from([0xff, 0x00, 0x0a]);
  const given = await runner.run({ program: 'kustomize', args: [], reads: [], stdin });
  assert.ok(given.kind === 'exited');
  assert.deepEqual(given.stdout, stdin);
  assert.equal(textOf(await outcomeOf(runner)), '');
});

test('a program that does not end is killed with all that it started', async (t) => {
  const { runner, folder } = await scripted(t, 'while :; do /bin/date > "$1"; /bin/sleep 0.05; done & wait', {
    seconds: 3,
  });
  const file = join(folder, 'alive');
  assert.deepEqual(await outcomeOf(runner, file), { kind: 'timed-out', seconds: 3 });
  assert.ok((await readdir(folder)).includes('alive'), 'its child was at work');
  await writeFile(file, 'dead');
  await setTimeout(300);
  assert.equal(await readFile(file, 'utf8'), 'dead');
});

test('a program is killed, and the next one is not started, when nobody waits any more', async (t) => {
  const { runner, folder } = await scripted(t, 'echo x >> "$1"; exec /bin/sleep 30');
  const file = join(folder, 'started');
  const stop = new AbortController();
  const run = runner.until(stop.signal);
  const running = run.run({ program: 'kustomize', args: [file], reads: [] });
  while (!(await readdir(folder)).includes('started')) await setTimeout(20);
  const at = performance.now();
  stop.abort();
  assert.deepEqual(await running, { kind: 'stopped' });
  assert.ok(performance.now() - at < 20_000);
  assert.deepEqual(await run.run({ program: 'kustomize', args: [file], reads: [] }), { kind: 'stopped' });
  assert.equal(await readFile(file, 'utf8'), 'x\n');
});

test('a program that writes too much is stopped, on either output', async (t) => {
  const { runner } = await scripted(
    t,
    'case $1 in out) exec /usr/bin/yes;; *) exec /usr/bin/yes >&2;; esac',
    {
      stdoutBytes: 10_000,
      stderrBytes: 2_000,
    },
  );
  assert.deepEqual(await outcomeOf(runner, 'out'), { kind: 'output-too-large', bytes: 10_000 });
  assert.deepEqual(await outcomeOf(runner, 'err'), { kind: 'output-too-large', bytes: 2_000 });
});

test('a failing program is a value with its code and its words', async (t) => {
  const { runner } = await scripted(t, 'echo no >&2; exit 3');
  const outcome = await outcomeOf(runner);
  assert.ok(outcome.kind === 'exited');
  assert.deepEqual([outcome.code, outcome.stderr], [3, 'no\n']);
});

test('a program that is not there is a value too', async (t) => {
  const runner = await openRunner({ programs: { helm3: '/nonexistent/helm', helm4: 'helm' } });
  t.after(async () => runner.close());
  for (const program of ['kustomize', 'helm3', 'helm4', 'jsonnet', 'gotemplate'] as const) {
    const outcome = await runner.run({ program, args: [], reads: [] });
    assert.ok(outcome.kind === 'not-found');
    assert.ok(outcome.why.includes(program));
    assert.equal(await runner.version(program), undefined);
  }
});

test('in the confinement a program reads what it was given and nothing else, and writes to none of it', async (t) => {
  const folder = await scratch(t);
  const given = join(folder, 'given');
  const hidden = join(folder, 'hidden');
  for (const [path, resource] of [
    [given, 'a.yaml'],
    [hidden, 'b.yaml'],
  ] as const) {
    await mkdir(path);
    await writeFile(join(path, 'kustomization.yaml'), `resources: [${resource}]\n`);
    await writeFile(join(path, resource), 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n');
  }
  const runner = await openRunner({ programs: { kustomize: await resolve('kustomize') } });
  t.after(async () => runner.close());
  assert.equal(runner.confinement, 'full');
  assert.equal(await runner.version('kustomize'), 'v5.8.1');
  const build = async (path: string, ...more: readonly string[]): Promise<Outcome> =>
    runner.run({ program: 'kustomize', args: ['build', ...more, path], reads: [given] });
  assert.match(textOf(await build(given)), /kind: ConfigMap/u);
  const outside = await build(hidden);
  assert.ok(outside.kind === 'exited' && outside.code !== 0);
  const written = await build(given, '-o', join(given, 'out.yaml'));
  assert.ok(written.kind === 'exited' && written.code !== 0);
  assert.match(written.stderr, /read-only file system/u);
  assert.deepEqual(await readdir(given), ['a.yaml', 'kustomization.yaml']);
});
