import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { test } from 'node:test';

import {
  type Import,
  type SourceFile,
  packageOf,
  roomOf,
  sourceFiles,
  specifiersIn,
} from './architecture/imports.ts';
import { house } from './architecture/map.ts';

const files = await sourceFiles('src');
const rooms = new Map(house.map((room) => [room.name, room]));

interface Reserved {
  readonly what: string;
  readonly isIn: (file: SourceFile) => boolean;
  /** A folder ends with a slash. */
  readonly where: readonly string[];
}

const reserved: readonly Reserved[] = [
  {
    what: 'process.env',
    isIn: mentions(/\bprocess\s*\??\.\s*env\b|\benv\s*\}\s*=\s*process\b/u),
    where: ['src/config/environment.ts'],
  },
  { what: 'node:child_process', isIn: imports(['child_process']), where: ['src/process/'] },
  { what: 'undici', isIn: imports(['undici']), where: ['src/kube/', 'src/github/', 'src/http/'] },
  {
    what: 'fetch',
    isIn: mentions(/(?<![\w.#]|function )fetch\(|\bglobalThis\.fetch\b/u),
    where: ['src/kube/', 'src/github/'],
  },
  {
    what: 'a socket',
    isIn: imports(['net', 'tls', 'dgram', 'http', 'https', 'http2', 'inspector', 'cluster']),
    where: ['src/kube/', 'src/github/', 'src/http/', 'src/app/', 'src/main.ts'],
  },
  { what: 'the console', isIn: mentions(/\bconsole\./u), where: ['src/cli.ts', 'src/cli/'] },
];

function mentions(pattern: RegExp): Reserved['isIn'] {
  return ({ code }) => pattern.test(code);
}

function imports(names: readonly string[]): Reserved['isIn'] {
  return (file) =>
    file.imports.some(({ specifier }) => names.includes(packageOf(specifier.replace(/^node:/u, ''))));
}

function broken(check: (file: SourceFile) => readonly string[]): readonly string[] {
  return files.flatMap((file) => check(file).map((what) => `${file.path}: ${what}`));
}

test('The map sees the house: files, imports, and no room without a file', () => {
  const all = files.flatMap((file) => file.imports);
  assert.ok(files.length > 100, `only ${String(files.length)} files were seen`);
  assert.ok(all.length > files.length, `only ${String(all.length)} imports were seen`);
  assert.ok(all.some(({ file }) => file === undefined));
  for (const file of files) {
    const lines = [...file.code.matchAll(/^(?:(?:import|export|\}).*\bfrom|import) '/gmu)];
    assert.ok(file.imports.length >= lines.length, `an import of ${file.path} was not understood`);
  }
});

test('Every room on disk is on the map, and every room of the map is on disk', () => {
  const onDisk = new Set(files.map(({ path }) => roomOf(path)));
  assert.deepEqual([...onDisk].toSorted(), [...rooms.keys()].toSorted());
});

test('The map itself only points up', () => {
  const order = house.map(({ name }) => name);
  assert.equal(new Set(order).size, order.length);
  for (const { name, rooms: above, packages } of house) {
    for (const [other, reason] of Object.entries(above)) {
      assert.ok(order.includes(other), `${name} may use ${other}, which is not on the map`);
      assert.ok(
        order.indexOf(other) < order.indexOf(name),
        `${name} may use ${other}, which stands below it`,
      );
      assert.notEqual(reason, '');
    }
    for (const reason of Object.values(packages)) assert.notEqual(reason, '');
  }
});

test('No stage may use an adapter or a door', () => {
  const bottom = new Set(['github', 'kube', 'http', 'process', 'adapters', 'app', 'cli', 'main']);
  const stages = house.filter(({ name }) => !bottom.has(name));
  assert.ok(stages.length > 5);
  for (const { name, rooms: above } of stages) {
    assert.deepEqual(
      Object.keys(above).filter((other) => bottom.has(other)),
      [],
      name,
    );
  }
});

test('Every import is on the map', () => {
  const unexpected = broken((file) => {
    const wrong = file.imports.filter((imported) => !isAllowed(roomOf(file.path), imported));
    return wrong.map(({ specifier }) => `imports ${specifier}`);
  });
  assert.deepEqual(unexpected, []);
});

function isAllowed(own: string, { specifier, file }: Import): boolean {
  const room = rooms.get(own);
  if (specifier.startsWith('node:')) return true;
  if (file === undefined) return packageOf(specifier) in (room?.packages ?? {});
  // Its own version.
  if (file === 'package.json') return true;
  return file.startsWith('src/') && (roomOf(file) === own || roomOf(file) in (room?.rooms ?? {}));
}

for (const { what, isIn, where } of reserved) {
  test(`There is ${what} only in ${where.join(', ')}`, () => {
    const places = files.filter(isIn).map(({ path }) => path);
    assert.deepEqual(
      places.filter((path) => !where.some((allowed) => path.startsWith(allowed))),
      [],
    );
  });
}

test('The search for what is reserved finds it where it may be', () => {
  for (const what of ['process.env', 'node:child_process', 'undici', 'a socket']) {
    assert.ok(
      files.some((file) => reserved.find((word) => word.what === what)?.isIn(file)),
      what,
    );
  }
  const fetching = reserved.find(({ what }) => what === 'fetch');
  const code = (text: string): SourceFile => ({ path: '', text, code: text, imports: [] });
  assert.ok(fetching?.isIn(code('await fetch(url)')) === true && !fetching.isIn(code('mirror.fetch(url)')));
});

test('Dry run is no parameter of any function, so that it cannot be left out', () => {
  const decided = /\b(?:dryRun|dry_run|dryrun|DRY_RUN)\s*(?:\??\s*[:,)}]|=\s*(?:true|false)\b)/u;
  for (const text of ['(x: X, dryRun: boolean)', '({ dryRun }) =>', '(dryRun = true)', 'send(x, dryRun)']) {
    assert.ok(decided.test(text), text);
  }
  assert.deepEqual(
    broken(({ code }) =>
      decided.test(withoutStrings(code)) ? ['has a name like dryRun that can be set'] : [],
    ),
    [],
  );
  assert.ok(files.some(({ path, code }) => path.startsWith('src/kube/') && code.includes('dryRun')));
});

function withoutStrings(code: string): string {
  return code.replaceAll(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/gu, "''");
}

test('No file is a barrel, and none has a name that says nothing', () => {
  const nothing = /^(?:index|utils?|helpers?|common|manager|services?|misc|shared|lib)$/u;
  assert.deepEqual(
    broken(({ path, code }) => {
      const parts = path
        .replace(/\.[cm]?[jt]s$/u, '')
        .split('/')
        .slice(1);
      const bad = parts.flatMap((part) => part.split('-')).filter((word) => nothing.test(word));
      const name = /^[a-z0-9]+(?:-[a-z0-9]+)*\.ts$/u.test(basename(path))
        ? []
        : ['is not named in kebab-case'];
      const statements = code.split('\n').filter((line) => line.trim() !== '');
      const barrel = statements.length > 0 && statements.every((line) => /^export .*from '/u.test(line));
      return [...bad.map((word) => `is named ${word}`), ...name, ...(barrel ? ['is a barrel'] : [])];
    }),
    [],
  );
});

test('Files are small: half of them are under 80 lines', () => {
  const lengths = files.map(({ text }) => text.split('\n').length - 1).toSorted((a, b) => a - b);
  const median = lengths[Math.floor(lengths.length / 2)] ?? Infinity;
  assert.ok(median < 80, `the median file has ${String(median)} lines`);
});

test('Every file begins with a sentence that says what it is', () => {
  assert.deepEqual(
    broken(({ text }) => (/^(?:#!.*\n)?\/\*\*\s[\s\S]*?\*\//u.test(text) ? [] : ['has no sentence on top'])),
    [],
  );
});

test('Every way to write an import is understood', () => {
  const text = [
    "import a from 'a';",
    "import type { B } from './b.ts';",
    "import {\n  c,\n  d,\n} from '@c/d';",
    "import 'side-effect';",
    "export { e } from '../e.ts';",
    "export * from 'f';",
    "const g = await import('g');",
    "type H = import('h').H;",
  ].join('\n');
  assert.deepEqual(specifiersIn(text).toSorted(), [
    '../e.ts',
    './b.ts',
    '@c/d',
    'a',
    'f',
    'g',
    'h',
    'side-effect',
  ]);
});
