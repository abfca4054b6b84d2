/** Why it matters that something could not be seen; what happened and what to do says the rule `not-seen`. */
import type { GapKind } from '../object/gap.ts';
import { words } from '../object/masked.ts';
import type { Masked } from '../object/masked.ts';

export const gapMatters: Readonly<Record<GapKind, Masked>> = {
  'cluster-unreachable': words`What runs there now, and what its API server would say, is not known.`,
  'cluster-forbidden': words`What runs there now, and what its API server would say, is not known.`,
  'cluster-timeout': words`What runs there now, and what its API server would say, is not known.`,
  'cluster-unguarded': words`What its API server would say is not known.`,
  'inventory-unreadable': words`What will be deleted because it is no longer declared is not known.`,
  'applied-unreadable': words`A change made by hand in the cluster cannot be told from one of this pull request.`,
  'webhook-without-dry-run': words`Whether it admits the object, and what it changes in it, shows only at the real apply.`,
  'remote-not-allowed': words`What it adds to the unit is not known.`,
  'remote-unreachable': words`What it adds to the unit is not known; nothing of it counts as deleted.`,
  'live-value-needed': words`What depends on the value was not compared.`,
  'applier-unnamed': words`Whether whoever applies this has the rights to do so was not asked.`,
  'renderer-missing': words`Nothing of this unit was compared.`,
  'plugin-unknown': words`What the plugin makes was not compared.`,
  'version-not-judged': words`It may behave otherwise than shown here.`,
  'source-unreadable': words`What it declares was not compared.`,
  'outside-units': words`Whoever applies it is not seen here: what it would do was not compared.`,
  'kind-unknown': words`The object was not checked, and an apply would fail as things stand.`,
  'installation-unnamed': words`It may be of another version and set up otherwise, and what lives of its own and what rights it lacks was not asked.`,
  'no-cluster': words`Base and head are compared as rendered; what runs, and what an API server would refuse, is not known.`,
  sops: words`That the encrypted text changes can be seen, what it says cannot.`,
  'not-disclosed': words`The unit does not own it yet: only that it exists, and whether it would change, is said.`,
};
