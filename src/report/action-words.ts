/** What happens to an object, in the words of the verdict table. */
import { words } from '../object/masked.ts';
import type { Masked } from '../object/masked.ts';
import type { Action, Cause } from '../diff/change.ts';

export const actionWords: Readonly<Record<Action, Masked>> = {
  created: words`created`,
  adopted: words`adopted`,
  configured: words`configured`,
  unchanged: words`unchanged`,
  recreated: words`deleted and made again`,
  deleted: words`deleted`,
  unpruned: words`no longer declared, deleted by a later prune`,
  orphaned: words`no longer declared, left in the cluster`,
  'handed-over': words`moved to another unit`,
  skipped: words`skipped`,
  refused: words`refused`,
  conflict: words`in conflict`,
  'not-reached': words`not reached`,
  gap: words`not seen`,
};

/** Actions that keep the pull request from being applied. */
export const failing: ReadonlySet<Action> = new Set(['refused', 'conflict', 'not-reached']);

/** Actions that a reader must not overlook. */
export const gravest: ReadonlySet<Action> = new Set(['recreated', 'deleted', 'refused', 'conflict', 'gap']);

export const causeWords: Readonly<Record<Cause, Masked>> = {
  'pull-request': words`this pull request`,
  unsynced: words`merged before and not yet applied`,
  'input-moved': words`an input that moved without a commit`,
  drift: words`drift in the cluster`,
  controller: words`what a controller writes by right`,
};
