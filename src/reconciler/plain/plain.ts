/** No reconciler at all: somebody applies what is in a directory with `kubectl apply --server-side`. */
import { posix } from 'node:path';
import type { Gap } from '../../object/gap.ts';
import { words } from '../../object/masked.ts';
import type { Reconciler } from '../contract.ts';
import type { RenderPlan, SourcePath } from '../render-plan.ts';
import type { Closure, Unit } from '../unit.ts';
import type { Tree } from '../../source/tree.ts';
import { mayDeclare } from '../mentions.ts';
import { attemptsFor, deletionsOf, manager } from './attempts.ts';
import { chartClosure } from '../chart-closure.ts';
import { directoryClosure } from './directory-closure.ts';
import { discover } from './discover.ts';
import { foreseen } from './foreseen.ts';
import { kustomizeClosure } from '../kustomize-closure.ts';
import { ancestors } from './manifest-directories.ts';
import { settingsOf } from './settings.ts';
import { isRemote } from '../kustomize-remote.ts';
import { remoteKey } from '../../source/remote.ts';
import { viewOf } from '../view.ts';
import type { View } from '../view.ts';

export const plain: Reconciler = {
  name: 'plain',
  givesWay: true,
  isGuess: (unit) => settingsOf(unit).guessed,
  reads: () => [],
  foreseen,
  discover,
  closure,
  declares: async (unit, tree) => mayDeclare(await closure(unit, tree), tree),
  renderPlan,
  finish: (_unit, declared) => declared,
  looksAt: () => [],
  attempts: async (_unit, { desired, leaving }) =>
    Promise.resolve([...attemptsFor(desired), ...deletionsOf(leaving, desired.length)]),
  course: async (_unit, said) => Promise.resolve(said.map(() => ({ kind: 'as-said' }))),
  applied: () => ({ kind: 'managed-fields', manager }),
  lastSync: () => ({ kind: 'none' }),
  consumed: () => new Map(),
  inventory: () => ({ kind: 'none' }),
  prune: (unit) => (settingsOf(unit).prune ? 'deleted' : 'orphaned'),
  counterpart: () => undefined,
  newlyHidden: async () => Promise.resolve([]),
  ignoring: () => undefined,
  notes: () => [],
  claims: () => [],
  identity: () => ({ kind: 'unnamed' }),
  applies: () => ({
    when: words`when somebody, or a pipeline, applies it`,
    why: words`no reconciler watches this unit`,
  }),
};

async function closure(unit: Unit, tree: Tree): Promise<Closure> {
  const view = await viewOf(tree);
  const found = view.find(unit.path);
  const way = found.kind === 'directory' ? found.links : [unit.path, ...ancestors(unit.path)];
  if (found.kind !== 'directory') return { paths: way, remotes: [], unknown: [] };
  const { paths, remotes, unknown } = await closureBelow(unit, view, found.path);
  return { paths: [...new Set([...paths, ...way])].sort(), remotes, unknown };
}

async function closureBelow(unit: Unit, view: View, directory: string): Promise<Closure> {
  const settings = settingsOf(unit);
  switch (settings.renderer) {
    case 'kustomize':
      return kustomizeClosure(view, directory);
    case 'helm':
      return chartClosure(view, directory, settings.valuesFiles);
    case 'directory':
      return directoryClosure(view, directory, settings.recurse);
  }
}

async function renderPlan(unit: Unit, tree: Tree): Promise<RenderPlan | Gap> {
  const view = await viewOf(tree);
  const found = view.find(unit.path);
  if (found.kind !== 'directory') return ledAway(unit);
  const { path } = found;
  const { renderer, recurse, release, valuesFiles, major } = settingsOf(unit);
  if (renderer === 'kustomize') return { kind: 'kustomize', path };
  if (renderer === 'directory') return { kind: 'directory', path, recurse };
  return {
    kind: 'helm',
    chart: { path },
    release: release ?? releaseFor(view.charts.get(path)?.name ?? posix.basename(path)),
    namespace: unit.target.namespace ?? 'default',
    valuesFiles: valuesFiles.map((file) => valuesFile(path, file)),
    // Only `helm test` makes what is skipped, no apply; its names are often random.
    skipTests: true,
    major,
  };
}

function valuesFile(chart: string, file: string): SourcePath {
  if (isRemote(file)) return { remote: remoteKey({ kind: 'file', url: file }), path: '.' };
  return { path: posix.join(chart, file) };
}

function ledAway({ id }: Unit): Gap {
  const why = words`nothing that could be read is left of its directory: there is a submodule, a symbolic link that leads to no directory, or a name that cannot be used`;
  return { kind: 'source-unreadable', unit: id, object: undefined, why };
}

/** The names of charts are a little wider than those of releases. */
function releaseFor(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9.-]/g, '-')
      .replaceAll(/^[.-]+|[.-]+$/g, '')
      .slice(0, 53) || 'release'
  );
}
