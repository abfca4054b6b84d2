/** What a gap means for a reader: what happened, why it matters, what to do. */
import { words } from '../object/masked.ts';
import type { Masked } from '../object/masked.ts';
import type { GapKind } from '../object/gap.ts';

export interface GapWords {
  readonly title: Masked;
  readonly matters: Masked;
  readonly advice: Masked;
}

const again = words`then run this check again`;

export const gapWords: Readonly<Record<GapKind, GapWords>> = {
  'cluster-unreachable': {
    title: words`The cluster could not be reached`,
    matters: words`What runs there now, and what its API server would say, is not known.`,
    advice: words`Make its API server reachable for Proofline, ${again}.`,
  },
  'cluster-forbidden': {
    title: words`Proofline has no right to look`,
    matters: words`What runs there now, and what its API server would say, is not known.`,
    advice: words`Give Proofline's account the role that \`proofline cluster add\` prints, ${again}.`,
  },
  'cluster-timeout': {
    title: words`The cluster did not answer in time`,
    matters: words`What runs there now, and what its API server would say, is not known.`,
    advice: words`Look at the load of its API server, ${again}.`,
  },
  'cluster-unguarded': {
    title: words`The cluster does not stop Proofline from writing, so it was not asked`,
    matters: words`What its API server would say is not known.`,
    advice: words`Install the dry-run-only policy that \`proofline cluster add\` prints, ${again}.`,
  },
  'inventory-unreadable': {
    title: words`The list of objects that the unit owns could not be read`,
    matters: words`What will be deleted because it is no longer declared is not known.`,
    advice: words`Let Proofline read that list, ${again}.`,
  },
  'applied-unreadable': {
    title: words`What was applied last could not be read`,
    matters: words`A change made by hand in the cluster cannot be told from one of this pull request.`,
    advice: words`Let Proofline read that record, ${again}.`,
  },
  'webhook-without-dry-run': {
    title: words`An admission webhook does not take dry runs`,
    matters: words`Whether it admits the object, and what it changes in it, shows only at the real apply.`,
    advice: words`Ask its owner to set \`sideEffects\` to \`None\` or \`NoneOnDryRun\`.`,
  },
  'remote-not-allowed': {
    title: words`A remote source is not allowed here`,
    matters: words`What it adds to the unit is not known.`,
    advice: words`Ask who runs Proofline to allow its host, or keep a copy in this repository.`,
  },
  'remote-unreachable': {
    title: words`A remote source could not be fetched`,
    matters: words`What it adds to the unit is not known; nothing of it counts as deleted.`,
    advice: words`Check its address, version and credentials, ${again}.`,
  },
  'live-value-needed': {
    title: words`The render needs a value that only the cluster has`,
    matters: words`What depends on the value was not compared.`,
    advice: words`Look at that part yourself, or declare the value in the repository.`,
  },
  'plugin-unknown': {
    title: words`A plugin that Proofline does not run makes these objects`,
    matters: words`What the plugin makes was not compared.`,
    advice: words`Review the plugin's output by hand.`,
  },
  'version-not-judged': {
    title: words`This version of the reconciler is not known to Proofline`,
    matters: words`It may behave otherwise than shown here.`,
    advice: words`Compare with its release notes, or use a version that Proofline knows.`,
  },
  'source-unreadable': {
    title: words`A file of the source could not be read`,
    matters: words`What it declares was not compared.`,
    advice: words`Correct the file, and push again.`,
  },
  'kind-unknown': {
    title: words`The cluster does not serve this kind`,
    matters: words`The object was not checked, and an apply would fail as things stand.`,
    advice: words`Install its CustomResourceDefinition first, or correct \`apiVersion\` and \`kind\`.`,
  },
  'no-cluster': {
    title: words`No cluster was asked`,
    matters: words`Base and head are compared as rendered; what runs, and what an API server would refuse, is not known.`,
    advice: words`Name the unit's cluster in the configuration to have its API server asked.`,
  },
  sops: {
    title: words`A value is encrypted`,
    matters: words`That the encrypted text changes can be seen, what it says cannot.`,
    advice: words`Have someone who can decrypt it look at the change.`,
  },
  'not-disclosed': {
    title: words`The live object is not shown to this repository`,
    matters: words`The unit does not own it yet: only that it exists, and whether it would change, is said.`,
    advice: words`If this repository should see it, ask who runs Proofline to open the namespace.`,
  },
};
