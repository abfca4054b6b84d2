import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { openAdapters } from '../../src/adapters.ts';
import type { Adapters } from '../../src/adapters.ts';
import { readEnvironment } from '../../src/config/environment.ts';
import { createMask } from '../../src/object/mask.ts';
import { annotationsOf } from '../../src/report/annotations.ts';
import { commentBody } from '../../src/report/comment.ts';
import type { Review } from '../../src/report/review.ts';
import { localRevisions } from '../../src/source/local.ts';
import { checkout } from '../doors/checkout.ts';
import { programEnvironment } from '../doors/programs.ts';
import { git } from '../github/git.ts';
import { commit } from '../source/commit.ts';
import { reviewedRevisions } from './reviewed-trees.ts';

let folder: string;
let adapters: Adapters;
let count = 0;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proofline-moved-base-'));
  adapters = await openAdapters(readEnvironment(await programEnvironment(folder)), ['file']);
});

after(async () => {
  await adapters.close();
  await rm(folder, { recursive: true });
});

const path = 'apps/shop/all.yaml';

function web(image: string, name = 'web'): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  template:
    spec:
      containers:
        - name: web
          image: ${image}
`;
}

const settings = (name: string): string => `apiVersion: v1
kind: ConfigMap
metadata:
  name: ${name}
data:
  a: "1"
`;

function all(...objects: readonly string[]): string {
  return objects.join('---\n');
}

interface Sides {
  /** Where both began. */
  readonly fork: string;
  /** What base became meanwhile. */
  readonly base: string;
  readonly head: string;
}

/** Without a head, its text stands in the working tree. */
async function reviewed(sides: Sides, isCommitted = true): Promise<Review> {
  count += 1;
  const directory = join(folder, `shop-${count}`);
  const head = isCommitted ? sides.head : sides.fork;
  await checkout(directory, { base: { [path]: sides.fork }, head: { [path]: head, 'NOTES.md': '1\n' } });
  await git(directory, ['checkout', '--quiet', 'main']);
  await commit(directory, { [path]: sides.base });
  await git(directory, ['checkout', '--quiet', 'change']);
  if (!isCommitted) await writeFile(join(directory, path), sides.head);
  const mask = createMask();
  const source = { path: directory, base: 'main', head: isCommitted ? 'change' : undefined };
  const { revisions, close } = await localRevisions({ git: adapters.git, mask }, source);
  try {
    return await reviewedRevisions(adapters, revisions);
  } finally {
    await close();
  }
}

function placesIn({ findings }: Review, rule: string): readonly string[] {
  const places = findings.filter((finding) => finding.rule === rule).flatMap((finding) => finding.places);
  assert.notEqual(places.length, 0);
  return places.map(({ file, line, side }) => `${file}:${line}${side === undefined ? '' : ` (${side})`}`);
}

const moved: Sides = {
  fork: all(web('shop/web:1'), settings('last')),
  base: all(settings('new'), web('shop/web:1'), settings('last'), settings('newer')),
  head: all(web('shop/web:2'), settings('last')),
};

test('A line that base has moved is annotated and linked where the pushed commit has it', async () => {
  const said = await reviewed(moved);
  assert.deepEqual(placesIn(said, 'image-changed'), [`${path}:10`]);
  assert.deepEqual(
    annotationsOf(said).map(({ path: file, start_line: line }) => [file, line]),
    [[path, 10]],
  );
  const commitShown = said.head.commit ?? assert.fail();
  const links = { repository: 'https://github.example/octo-org/shop', commit: commitShown };
  assert.ok(commentBody(said, links).includes(`/blob/${commitShown}/${path}#L10`));
});

test('A working tree is told by the lines that it has on disk', async () => {
  assert.deepEqual(placesIn(await reviewed(moved, false), 'image-changed'), [`${path}:10`]);
});

test('What a pull request deletes is told where its own file goes on, whatever base brought before it', async () => {
  const said = await reviewed({
    fork: all(settings('a'), settings('b'), settings('c'), settings('d')),
    base: all(settings('new'), settings('a'), settings('b'), settings('c'), settings('d')),
    head: all(settings('a'), settings('b'), settings('d')),
  });
  assert.deepEqual(placesIn(said, 'object-deleted'), [`${path}:14`]);
});

test('A render that fails is annotated on the line of the pushed commit', async () => {
  const broken = all(web('shop/web:1'), 'kind: [\n');
  const said = await reviewed({
    fork: all(web('shop/web:1'), settings('a')),
    base: all(settings('new'), web('shop/web:1'), settings('a')),
    head: broken,
  });
  const [place] = placesIn(said, 'render-failed');
  const line = Number(place?.split(':')[1]);
  assert.ok(line >= 11 && line <= broken.split('\n').length, place);
});
