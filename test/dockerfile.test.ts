import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

import { z } from 'zod';

import { variables } from '../src/config/variables.ts';
import { root } from './architecture/imports.ts';
import type { GoSource } from './bed/program.ts';
import { defaultMinor, programs } from './bed/versions.ts';

interface Instruction {
  readonly name: string;
  readonly rest: string;
}

const text = await readFile(join(root, 'Dockerfile'), 'utf8');
const instructions: readonly Instruction[] = text
  .replaceAll(/^#.*\n/gmu, '')
  .replaceAll(/\\\n\s*/gu, '')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => ({ name: line.split(' ', 1)[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }));

function all(name: string): readonly string[] {
  return instructions.filter((instruction) => instruction.name === name).map(({ rest }) => rest);
}

const stages = all('FROM').map((rest) => {
  const [image = '', , alias] = rest.split(' ');
  return { image, alias };
});
const manifest = z
  .object({ engines: z.object({ node: z.string() }), devDependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
const lock = z
  .object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) })
  .parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')));

test('Every instruction is one that this test knows', () => {
  const known = ['FROM', 'ENV', 'ARG', 'RUN', 'WORKDIR', 'COPY', 'VOLUME', 'USER', 'EXPOSE', 'ENTRYPOINT'];
  assert.ok(instructions.length > 20);
  assert.deepEqual(
    instructions.filter(({ name }) => !known.includes(name)),
    [],
  );
});

test('Every path that is copied exists, here and in what the build is given, or comes from a stage that exists', async () => {
  const ignored = (await readFile(join(root, '.dockerignore'), 'utf8')).split('\n');
  assert.equal(ignored[0], '*');
  let seen = 0;
  for (const copy of all('COPY')) {
    const words = copy.split(' ');
    const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
    const paths = words.filter((word) => !word.startsWith('--')).slice(0, -1);
    assert.ok(paths.length > 0);
    if (from !== undefined)
      assert.ok(
        stages.some(({ alias }) => alias === from),
        from,
      );
    for (const path of from === undefined ? paths : []) {
      await stat(join(root, path));
      assert.ok(ignored.includes(`!${path}`), `${path} is not sent to the build`);
      seen += 1;
    }
  }
  assert.ok(seen >= 4);
});

test('What it starts is the server, which says what its environment lacks', async () => {
  const [command, script = '', ...others] = z.array(z.string()).parse(JSON.parse(all('ENTRYPOINT').join('')));
  assert.equal(command, 'node');
  assert.ok(script.startsWith('src/'));
  const started = promisify(execFile)(process.execPath, [join(root, script), ...others], { env: {} });
  await assert.rejects(started, { code: 2, stderr: /WEBHOOK_SECRET is missing/u });
});

test('Node is the pinned one everywhere', () => {
  const pinned = manifest.devDependencies['node'] ?? '';
  assert.match(pinned, /^24\.\d+\.\d+$/u);
  assert.equal(manifest.engines.node, '>=24');
  assert.equal(lock.packages['node_modules/node']?.version, pinned);
  const images = stages.filter(({ image }) => image.startsWith('node:')).map(({ image }) => image);
  assert.deepEqual(images, [`node:${pinned}-bookworm-slim`, `node:${pinned}-bookworm-slim`]);
  assert.equal(stages.at(-1)?.image, images[1]);
});

test('Every image has an exact version', () => {
  assert.ok(stages.length >= 3);
  for (const { image } of stages) assert.match(image, /^[a-z]+:\d+\.\d+\.\d+-bookworm(?:-slim)?$/u);
});

for (const name of ['kustomize', 'helm3', 'helm4', 'jsonnet'] as const) {
  test(`It builds the pinned ${name} from the pinned hash, stamped as the tests' own is`, () => {
    const source = programs(defaultMinor)[name].sources.find(
      (candidate): candidate is GoSource => candidate.kind === 'go',
    );
    assert.ok(source !== undefined);
    const given = new Map(
      all('ARG').map((rest) => [rest.slice(0, rest.indexOf('=')), rest.slice(rest.indexOf('=') + 1)]),
    );
    const prefix = name.toUpperCase();
    assert.equal(given.get(`${prefix}_MODULE`), source.module);
    assert.equal(given.get(`${prefix}_VERSION`), source.version);
    assert.equal(given.get(`${prefix}_SUM`), source.sum);

    const run = all('RUN').find((rest) => rest.includes(`{${prefix}_MODULE}`)) ?? '';
    const filled = run.replaceAll(
      /\$\{(?<argument>\w+)\}/gu,
      (_, argument: string) => given.get(argument) ?? '',
    );
    assert.ok(filled.includes(`grep -F "\\"Sum\\": \\"${source.sum}\\""`), 'the hash is not checked');
    assert.ok(filled.includes(`"${Object.values(source.packages).join()}@${source.version}"`), filled);
    const stamps = [...filled.matchAll(/-X (?<variable>\S+)=(?<value>[^\s"]+)/gu)].map(({ groups }) => [
      groups?.['variable'],
      groups?.['value'],
    ]);
    assert.deepEqual(Object.fromEntries(stamps), source.stamp);

    const copied = all('COPY').find((rest) => rest.startsWith('--from=programs')) ?? '';
    assert.ok(copied.split(' ').includes(`/go/bin/${name}`));
    assert.ok(all('ENV').join(' ').includes(`PROOFLINE_${prefix}=/usr/local/bin/${name}`));
  });
}

test('It builds the Go program of this repository, of which every dependency is pinned', async () => {
  const copy = all('COPY').find((rest) => rest.startsWith('tools/gotemplate ')) ?? '';
  const [, to = ''] = copy.split(' ');
  const build = all('RUN').find((rest) => rest.startsWith(`cd ${to} && go build`)) ?? '';
  assert.match(build, /-mod=readonly .*-o \/go\/bin\/gotemplate \.$/u);
  const copied = all('COPY').find((rest) => rest.startsWith('--from=programs')) ?? '';
  assert.ok(copied.split(' ').includes('/go/bin/gotemplate'));
  assert.ok(all('ENV').join(' ').includes('PROOFLINE_GOTEMPLATE=/usr/local/bin/gotemplate'));

  const module = await readFile(join(root, 'tools/gotemplate/go.mod'), 'utf8');
  const sums = await readFile(join(root, 'tools/gotemplate/go.sum'), 'utf8');
  const needed = [...module.matchAll(/^\t(\S+) (v\S+)/gmu)];
  assert.ok(needed.length > 5);
  for (const [, path = '', version = ''] of needed) {
    assert.ok(sums.includes(`${path} ${version} h1:`), path);
  }
});

test('Its variables are ones that Proofline reads', () => {
  const names = [
    ...all('ENV')
      .join(' ')
      .matchAll(/\b(?<name>PROOFLINE_\w+)=/gu),
  ].map(({ groups }) => groups?.['name'] ?? '');
  assert.ok(names.length >= 4);
  assert.deepEqual(
    names.filter((name) => !(name in variables)),
    [],
  );
});

test('It runs as nobody special and holds no secret', () => {
  const [last] = all('USER').slice(-1);
  assert.match(last ?? '', /^[1-9]\d*:[1-9]\d*$/u);
  assert.ok(
    instructions.findLastIndex(({ name }) => name === 'USER') >
      instructions.findLastIndex(({ name }) => name === 'RUN'),
  );
  assert.doesNotMatch(text, /\b(?:PRIVATE_KEY|WEBHOOK_SECRET|TOKEN|PASSWORD)\b/u);
});

test('The command that is documented gives a read-only root, and all that is written a place outside of it', () => {
  const command = text.replaceAll(/\\?\n#\s*/gu, ' ');
  assert.match(
    command,
    /docker run --read-only --tmpfs \/tmp --volume proofline:(?<cache>\S+) --cap-drop ALL\s+--security-opt no-new-privileges /u,
  );
  const cache = /--volume proofline:(?<cache>\S+)/u.exec(command)?.groups?.['cache'] ?? '';
  const given = all('ENV').join(' ').split(/\s+/u);
  assert.ok(given.includes(`PROOFLINE_CACHE=${cache}`), 'the volume is not the cache');
  assert.ok(given.includes('HOME=/tmp'), 'Node writes beside its home');
  assert.ok(!given.some((variable) => variable.startsWith('TMPDIR=')), 'temporary files are not in /tmp');
  assert.deepEqual(all('VOLUME'), [`["${cache}"]`]);
});
