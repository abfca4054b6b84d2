/** The files of two trees -> what a review says of them without a cluster. */
import { readEnvironment } from '../../src/config/environment.ts';
import { defaultOperatorConfig } from '../../src/config/operator.ts';
import { openAdapters } from '../../src/adapters.ts';
import type { Adapters } from '../../src/adapters.ts';
import { wallClock } from '../../src/kube/wall-clock.ts';
import { leavesNothingUnseen } from '../../src/object/gap.ts';
import { createMask } from '../../src/object/mask.ts';
import type { Review } from '../../src/report/review.ts';
import { review } from '../../src/review.ts';
import type { World } from '../../src/review/world.ts';
import type { ChangedPath } from '../../src/source/changed-paths.ts';
import type { GitTree } from '../../src/source/git-tree.ts';
import { refuseRemotes } from '../../src/source/remote.ts';
import type { Revisions } from '../../src/source/revisions.ts';
import type { RefusedEntry, Tree } from '../../src/source/tree.ts';
import { programEnvironment } from '../doors/programs.ts';
import { treeOf, type Files } from '../render/tree.ts';

export interface Trees {
  readonly base: Files;
  readonly head: Files;
  /** Entries of head whose names cannot be used. */
  readonly refused?: readonly RefusedEntry[];
}

/** To be closed. */
export async function openAdaptersIn(folder: string): Promise<Adapters> {
  return openAdapters(readEnvironment(await programEnvironment(folder)), ['file']);
}

export async function reviewed(
  adapters: Adapters,
  { base, head, refused = [] }: Trees,
  parts: Partial<World> = {},
): Promise<Review> {
  const [baseTree, headTree] = [gitTreeOf(base, []), gitTreeOf(head, refused)];
  const revisions: Revisions = {
    kind: 'merged',
    base: { ref: 'main', commit: '1'.repeat(40) },
    head: { ref: 'change', commit: '2'.repeat(40) },
    baseTree,
    headTree,
    ownTree: headTree,
    changed: [
      ...changesBetween(baseTree, headTree),
      ...refused.map(({ shown }) => ({ path: shown, change: 'added' as const })),
    ],
    treeAt: async () => Promise.resolve(undefined),
  };
  return reviewedRevisions(adapters, revisions, parts);
}

export async function reviewedRevisions(
  adapters: Adapters,
  revisions: Revisions,
  parts: Partial<World> = {},
): Promise<Review> {
  const mask = createMask();
  const stop = AbortSignal.timeout(60_000);
  return review(revisions, {
    reconcilers: adapters.reconcilers({ mask, stop, installations: [], clusters: [] }),
    installations: [],
    origin: undefined,
    fetchRemote: refuseRemotes(mask),
    renderers: adapters.renderers(mask, stop),
    clusters: [],
    maySee: () => true,
    limits: defaultOperatorConfig.limits,
    key: { kind: 'public' },
    mask,
    clock: wallClock,
    stop,
    onStep: () => undefined,
    onPartial: () => undefined,
    ...parts,
  });
}

function gitTreeOf(files: Files, refused: readonly RefusedEntry[]): GitTree {
  return { ...treeOf(files), refused, prefetch: async () => Promise.resolve() };
}

function changesBetween(base: Tree, head: Tree): readonly ChangedPath[] {
  const paths = [...new Set([...base.entries.keys(), ...head.entries.keys()])].sort();
  return paths.flatMap((path): readonly ChangedPath[] => {
    const [before, after] = [base.entries.get(path), head.entries.get(path)];
    if (after === undefined) return [{ path, change: 'removed' }];
    if (before === undefined) return [{ path, change: 'added' }];
    return before.oid === after.oid && before.kind === after.kind ? [] : [{ path, change: 'changed' }];
  });
}

/** The conclusion, what happens to each object, each finding and each gap, in short words. */
export function told({ conclusion, changes, findings, gaps }: Review): {
  readonly conclusion: Review['conclusion'];
  readonly changes: readonly string[];
  readonly failed: readonly string[];
  readonly gaps: readonly string[];
} {
  return {
    conclusion,
    changes: changes.map(({ action, unit, object }) => `${action} ${unit} ${object.kind}/${object.name}`),
    failed: findings
      .filter(({ rule }) => rule === 'render-failed')
      .map(({ unit, places }) => `${unit ?? ''} ${places.map(({ file }) => file).join()}`),
    gaps: gaps.filter(({ kind }) => !leavesNothingUnseen(kind)).map(({ kind, why }) => `${kind}: ${why}`),
  };
}
