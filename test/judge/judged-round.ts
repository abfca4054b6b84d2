/** Objects that are live, and the same objects edited -> what a review and kubectl say of each, side by side. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { inParallel } from '../../src/live/in-parallel.ts';
import { identityOf } from '../../src/object/identity.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { git } from '../github/git.ts';
import { commit } from '../source/commit.ts';
import { edited, type Edited } from './edits.ts';
import { fileOf, kubectlDiff, type Kubectl } from './kubectl-diff.ts';
import { reviewed, type Reviewed } from './reviewed.ts';

export type Change = Reviewed['changes'][number];

export interface Judged extends Edited {
  /** As kubectl names it, with its namespace. */
  readonly name: string;
  readonly ours: Change;
  readonly theirs: { readonly changed: boolean } | { readonly refusal: string };
}

export interface Round {
  readonly kubectl: Kubectl;
  /** Of the identity that reviews. */
  readonly kubeconfig: string;
  readonly folder: string;
  /** By the directory that declares them; each is a unit. */
  readonly units: ReadonlyMap<string, readonly KubeObject[]>;
}

interface Pair extends Edited {
  readonly ours: Change;
}

const atOnce = 2;

export async function judge(round: Round): Promise<readonly Judged[]> {
  await mkdir(round.folder);
  const pairs = pairUp(round, await reviewEdits(round));
  const isRefused = ({ ours }: Pair): boolean => ours.action === 'refused' && !isOfPods(ours);
  const asked = join(round.folder, 'asked.yaml');
  await writeFile(asked, text(pairs.filter((pair) => !isRefused(pair)).map(({ object }) => object)));
  const said = await kubectlDiff(round.kubectl, asked);
  if (said.kind === 'failed') throw new Error(`kubectl refuses what the review does not: ${said.message}`);
  // kubectl ends at the first refusal, so each of these is asked alone.
  const refusals = await inParallel(pairs.filter(isRefused), atOnce, async (pair) => askAlone(round, pair));
  const all = pairs
    .filter((pair) => !isRefused(pair))
    .map((pair) => withTheirs(pair, { changed: said.changed.has(nameOf(pair)) }));
  const unknown =
    said.changed.size - all.filter(({ theirs }) => 'changed' in theirs && theirs.changed).length;
  if (unknown !== 0) throw new Error(`kubectl names ${String(unknown)} objects that were not asked`);
  return [...all, ...refusals];
}

/** The object itself would be taken; kubectl asks for no Pods. */
export function isOfPods({ message }: Change): boolean {
  return message?.startsWith('Its Pods would be refused') === true;
}

async function reviewEdits({ folder, units, kubeconfig }: Round): Promise<Reviewed> {
  const repository = join(folder, 'repository');
  await git(folder, ['init', '--quiet', '--initial-branch=main', repository]);
  const files = (change: (object: KubeObject) => KubeObject): Record<string, string> =>
    Object.fromEntries(
      [...units].map(([unit, objects]) => [`${unit}/objects.yaml`, text(objects.map(change))]),
    );
  const base = await commit(
    repository,
    files((object) => object),
  );
  const head = await commit(
    repository,
    files((object) => edited(object).object),
  );
  return await reviewed({ repository, base, head, kubeconfig });
}

function text(objects: readonly KubeObject[]): string {
  return objects.map((object) => `---\n${JSON.stringify(object, undefined, 1)}\n`).join('');
}

/** By their places: a name that is also the value of some Secret is hidden. */
function pairUp({ units }: Round, { changes }: Reviewed): readonly Pair[] {
  const byPlace = new Map(changes.map((change) => [`${change.unit} ${String(change.order)}`, change]));
  const pairs = [...units].flatMap(([unit, objects]) =>
    objects.map((object, order) => {
      const ours = byPlace.get(`plain/${unit} ${String(order)}`);
      if (ours?.object.kind !== object.kind) throw new Error(`no change of ${unit} ${String(order)}`);
      return { ...edited(object), ours };
    }),
  );
  if (pairs.length !== changes.length)
    throw new Error(`${String(changes.length)} changes, ${String(pairs.length)} objects`);
  return pairs;
}

async function askAlone({ folder, kubectl }: Round, pair: Pair): Promise<Judged> {
  const file = join(folder, `${nameOf(pair)}.yaml`);
  await writeFile(file, text([pair.object]));
  const said = await kubectlDiff(kubectl, file);
  return withTheirs(
    pair,
    said.kind === 'failed' ? { refusal: said.message } : { changed: said.changed.size > 0 },
  );
}

function withTheirs(pair: Pair, theirs: Judged['theirs']): Judged {
  return { ...pair, name: nameOf(pair), theirs };
}

function nameOf({ object, ours }: Pair): string {
  const identity = identityOf(object);
  const isNamespaced = ours.object.namespace !== '';
  const namespace = isNamespaced && identity.namespace === '' ? 'default' : identity.namespace;
  return fileOf({ ...identity, namespace: isNamespaced ? namespace : '' });
}
