import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

import { createMask } from '../../src/object/mask.ts';
import { chooseVersion } from '../../src/source/remote/choose-version.ts';
import { parseRange } from '../../src/source/remote/range.ts';
import { compareVersions, parseVersion } from '../../src/source/remote/version.ts';
import { resolve } from '../bed/resolve.ts';
import { files, serve, temporary } from './remote-bed.ts';

const run = promisify(execFile);

/** Range, versions in it, versions outside. As constraints_test.go of Masterminds/semver 3.4 has them, and its code. */
const ranges: readonly (readonly [string, string, string])[] = [
  ['1.2.3', '1.2.3 v1.2.3 1.2.3+build', '1.2.4 1.2.3-rc.1 2.1.2.3'],
  ['=1.2', '1.2.0 1.2.9', '1.3.0 1.1.9'],
  ['1', '1.0.0 1.9.9', '2.0.0 0.9.0 1.5.0-rc.1'],
  ['v1.2.x', '1.2.0 1.2.7', '1.3.0'],
  ['*', '0.0.1 9.9.9', '1.0.0-alpha'],
  ['*-0', '0.0.1 1.0.0-alpha', ''],
  ['!=1.2', '1.3.0 2.0.0', '1.2.0 1.2.5'],
  ['!=1.2.3', '1.2.4', '1.2.3'],
  ['>1', '2.0.0', '1.9.0 0.1.0'],
  ['>1.2', '1.3.0 2.0.0', '1.2.9'],
  ['<=1.2', '1.2.9 0.1.0', '1.3.0 2.0.0'],
  ['<=1', '1.9.9', '2.0.0'],
  ['<1.2', '1.1.9', '1.2.0'],
  ['>=1.2.3, <2', '1.2.3 1.9.9', '1.2.2 2.0.0 2.0.0-rc.1'],
  ['>=1.2.3 <2', '1.9.9', '2.0.0'],
  ['>=1.2.3-0 <2', '1.3.0-rc.1 1.9.9', '1.2.2'],
  ['=>1 =<2.1', '1.0.0 2.1.9', '2.2.0'],
  ['~1.2.3', '1.2.3 1.2.9', '1.3.0 1.2.2'],
  ['~>1', '1.9.0', '2.0.0'],
  ['~0.0.0', '0.0.0 7.0.0', ''],
  ['^1.2.3', '1.2.3 1.9.0', '2.0.0 1.2.2 1.3.0-rc.1'],
  ['^1.2.3-rc.2', '1.2.3-rc.2 1.2.3 1.4.0-beta', '1.2.3-rc.1 2.0.0'],
  ['^0.2.3', '0.2.3 0.2.9', '0.3.0 0.2.2'],
  ['^0.0.3', '0.0.3', '0.0.4 0.1.0'],
  ['^0.0', '0.0.9', '0.1.0'],
  ['^0', '0.9.0', '1.0.0'],
  ['1.2 - 1.4.5', '1.2.0 1.4.5', '1.4.6 1.1.0'],
  ['1.1 - 2 || 4.x', '1.5.0 2.9.0 4.2.0', '3.0.0 5.0.0'],
  ['1.0.0||2.0.0', '1.0.0 2.0.0', '1.5.0'],
];

test('A range holds the versions that Helm finds in it', () => {
  for (const [text, inside, outside] of ranges) {
    const range = parseRange(text);
    assert.ok(range !== undefined, text);
    const isIn = (version: string): boolean => {
      const parsed = parseVersion(version);
      return parsed !== undefined && range(parsed);
    };
    for (const version of words(inside)) assert.equal(isIn(version), true, `${version} is in ${text}`);
    for (const version of words(outside)) assert.equal(isIn(version), false, `${version} is not in ${text}`);
  }
});

function words(text: string): readonly string[] {
  return text === '' ? [] : text.split(' ');
}

test('What is no range is told apart, however it is made', () => {
  for (const text of ['', 'latest', '>', '1.2.3.4', '>1, ', '1.0.0 ||', '~=1', 'a.b.c', '1,,2']) {
    assert.equal(parseRange(text), undefined, text);
  }
  const started = performance.now();
  for (const text of [
    '1, '.repeat(150),
    '1 '.repeat(200),
    '1.1.1-'.repeat(80),
    ' - '.repeat(150),
    '||'.repeat(200),
  ]) {
    assert.equal(parseRange(`${text}!`), undefined);
  }
  assert.ok(performance.now() - started < 1000);
});

test('Versions are in the order of semver.org', () => {
  const ordered =
    '0.9.9 1.0.0-1 1.0.0-2 1.0.0-10 1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0 1.0.1 1.2.0 1.10.0';
  const parsed = words(ordered).map((text) => parseVersion(text));
  for (const [index, version] of parsed.entries()) {
    const next = parsed[index + 1];
    assert.ok(version !== undefined);
    if (next !== undefined) assert.ok(compareVersions(version, next) < 0, String(words(ordered)[index]));
    assert.equal(compareVersions(version, version), 0);
  }
  assert.equal(parseVersion('1.0.0-01'), undefined);
  assert.equal(parseVersion('99999999999999999999.0.0')?.major, 99_999_999_999_999_999_999n);
});

test('A version by its exact name comes before one that is equal to it', () => {
  const mask = createMask();
  const versions = ['1.2.3+b', '1.2.3+a', '1.2.3', 'not a version'];
  assert.deepEqual(chooseVersion(versions, '1.2.3+a', mask), { kind: 'chosen', version: '1.2.3+a' });
  assert.deepEqual(chooseVersion(versions, 'v1.2.3', mask), { kind: 'chosen', version: '1.2.3+b' });
  assert.deepEqual(chooseVersion(versions, '', mask), { kind: 'chosen', version: '1.2.3+b' });
  assert.equal(chooseVersion([], '*', mask).kind, 'none');
});

test('The real Helm asks for the same version of an index, whatever the range', async (context) => {
  const versions = words(
    '0.0.0 0.0.1 0.0.3 0.0.9 0.2.3 0.2.9 0.9.0 1.0.0-alpha 1.0.0 1.1.9 1.2.0 1.2.2 1.2.3-rc.1 1.2.3-rc.2 1.2.3 1.2.3+build.7 1.2.9 1.3.0-rc.1 1.4.5 1.9.9 2.0.0-rc.1 2.0.0 2.1.9 3.0.0 4.2.0 5.0.0-beta.2 5.0.0-beta.11',
  );
  const entry = (version: string): object => ({
    name: 'shop',
    version,
    apiVersion: 'v2',
    urls: [`at-${version}`],
  });
  const index = JSON.stringify({ apiVersion: 'v1', entries: { shop: versions.map(entry) } });
  const server = await serve(context, files({ '/index.yaml': index }));
  const helm = await resolve('helm4');
  const home = await temporary(context);
  const mask = createMask();
  const odd = [
    '^*',
    '!=*',
    '>*',
    '~*',
    '1.2.3+build.7',
    '^5.0.0-0',
    '>=2 || ^1.2.3-0',
    '7',
    'latest',
    '1.x.x',
    '=v1.2',
  ];
  for (const range of [...ranges.map(([text]) => text), ...odd]) {
    server.forget();
    await run(helm, ['show', 'chart', 'shop', '--repo', server.url, '--version', range], {
      env: { HOME: home, PATH: '/usr/bin:/bin' },
    }).catch(() => undefined);
    assert.ok(server.log.includes('GET /index.yaml'), range);
    const asked = server.log.flatMap((line) => /^GET \/at-(.*)$/u.exec(line)?.[1] ?? []);
    const choice = chooseVersion(versions, range, mask);
    assert.deepEqual(asked, choice.kind === 'chosen' ? [choice.version] : [], range);
  }
});
