/** Two renders of one unit -> its comparisons where no cluster answers: what the renders alone tell. */
import { isDeepStrictEqual } from 'node:util';
import { withoutIdleNamespace } from '../object/cluster-scoped.ts';
import { identityKey, identityOf } from '../object/identity.ts';
import type { VersionedIdentity } from '../object/identity.ts';
import type { Declared, KubeObject } from '../object/kube-object.ts';
import { learnSecrets } from '../object/learn-secrets.ts';
import type { Mask } from '../object/masked.ts';
import { words } from '../object/masked.ts';
import type { Pruning } from '../reconciler/attempt.ts';
import type { Action, Comparison } from './change.ts';
import { bindingOf } from './binding.ts';
import { described } from './described.ts';
import { wellKnownListTypes } from './list-type.ts';
import { restartOf } from './restart.ts';

export interface UnitRenders {
  /** The unit's id. */
  readonly unit: string;
  /** In the renderer's order. */
  readonly base: readonly Declared[];
  readonly head: readonly Declared[];
  /** What becomes of an object that base declares and head does not; without it, it counts as deleted. */
  readonly leaves?: (object: KubeObject) => Pruning;
  readonly mask: Mask;
}

interface Pair {
  readonly identity: VersionedIdentity;
  readonly base: Declared | undefined;
  readonly head: Declared | undefined;
}

/** In head's order, then what is gone in base's; an object that is declared twice counts once, as the later one. */
function pairs({ base, head }: UnitRenders): readonly Pair[] {
  const found = new Map<string, Pair>();
  const put = (side: 'base' | 'head', declared: Declared): void => {
    const identity = withoutIdleNamespace(identityOf(declared.object));
    const key = identityKey(identity);
    const known = found.get(key);
    const sides = { base: known?.base, head: known?.head, [side]: declared };
    found.set(key, { identity: side === 'head' ? identity : (known?.identity ?? identity), ...sides });
  };
  for (const declared of head) put('head', declared);
  for (const declared of base) put('base', declared);
  return [...found.values()];
}

function actionOf({ base, head }: Pair, { leaves = () => 'deleted' }: UnitRenders): Action {
  if (head === undefined) return base === undefined ? 'unchanged' : leaves(base.object);
  if (base === undefined) return 'created';
  return isDeepStrictEqual(base.object, head.object) ? 'unchanged' : 'configured';
}

function comparisonOf(renders: UnitRenders, pair: Pair, order: number): Comparison {
  const before = pair.base?.object;
  const after = pair.head?.object;
  const action = actionOf(pair, renders);
  const told = described(
    { before, after, base: before, manifest: after ?? before },
    {
      mask: renders.mask,
      listTypes: wellKnownListTypes,
      record: { lastApply: { kind: 'unknown' }, live: undefined, declared: before },
    },
  );
  return {
    change: {
      unit: renders.unit,
      object: pair.identity,
      action,
      by: undefined,
      causes: action === 'unchanged' ? [] : ['pull-request'],
      order,
      live: undefined,
      fields: told.fields,
      assumes: [],
      warnings: [],
      message: undefined,
      terminating: undefined,
      restart: before && after && restartOf(before, after, false),
      hidden: undefined,
      staleUsers: [],
      text: action === 'unchanged' ? words`` : told.text,
    },
    before,
    after,
    binding: bindingOf({ action, base: before, head: after, before, after, unsynced: [] }),
    origin: (pair.head ?? pair.base)?.origin,
  };
}

/** Actions are `created`, `configured`, `unchanged` and what `leaves` says; objects are compared as data. */
export function compareRendered(renders: UnitRenders): readonly Comparison[] {
  learnSecrets(
    renders.mask,
    [...renders.base, ...renders.head].map((declared) => declared.object),
  );
  return pairs(renders).map((pair, order) => comparisonOf(renders, pair, order));
}
