/** Gaps -> findings, so that what was not looked at is never silently green. */
import { gapKinds } from '../../object/gap.ts';
import type { Gap, GapKind } from '../../object/gap.ts';
import type { Identity } from '../../object/identity.ts';
import { compareIdentities, unversioned } from '../../object/identity.ts';
import { words } from '../../object/masked.ts';
import type { Masked } from '../../object/masked.ts';
import type { Severity } from '../finding.ts';
import type { Judgement, Rule } from '../rule.ts';

interface Unseen {
  readonly severity: Severity;
  readonly title: Masked;
  readonly advice: Masked;
}

const again = words`, then run this check again`;

/** How grave each kind of gap is, and what to do about it. */
export const unseen: Readonly<Record<GapKind, Unseen>> = {
  'cluster-unreachable': {
    severity: 'block',
    title: words`The cluster could not be reached`,
    advice: words`Make its API server reachable for Proofline${again}.`,
  },
  'cluster-forbidden': {
    severity: 'block',
    title: words`Proofline has no right to look`,
    advice: words`Give its account the role that \`proofline cluster add\` prints${again}.`,
  },
  'cluster-timeout': {
    severity: 'block',
    title: words`The cluster did not answer in time`,
    advice: words`Look at the load of its API server${again}.`,
  },
  'cluster-unguarded': {
    severity: 'block',
    title: words`The cluster does not stop Proofline from writing, so it was not asked`,
    advice: words`Install the dry-run-only policy that \`proofline cluster add\` prints${again}.`,
  },
  'inventory-unreadable': {
    severity: 'block',
    title: words`The list of objects that the unit owns could not be read`,
    advice: words`Let Proofline read it${again}: until then deletions are not known.`,
  },
  'applied-unreadable': {
    severity: 'block',
    title: words`What was applied last could not be read`,
    advice: words`Let Proofline read it${again}: until then drift cannot be told from the pull request.`,
  },
  'webhook-without-dry-run': {
    severity: 'block',
    title: words`An admission webhook does not take dry runs`,
    advice: words`Ask its owner to set \`sideEffects\` to \`None\` or \`NoneOnDryRun\`.`,
  },
  'remote-not-allowed': {
    severity: 'warn',
    title: words`A remote source is not allowed here`,
    advice: words`Ask who runs Proofline to allow its host, where that keeps it out; else keep a copy in this repository.`,
  },
  'remote-unreachable': {
    severity: 'warn',
    title: words`A remote source could not be fetched`,
    advice: words`Check its address, version and credentials${again}.`,
  },
  'live-value-needed': {
    severity: 'warn',
    title: words`A value from the cluster is needed, and is not known`,
    advice: words`Let Proofline read it where only a right is missing${again}; else look at what depends on it by hand.`,
  },
  'applier-unnamed': {
    severity: 'warn',
    title: words`Which account applies this is not known`,
    advice: words`Name the account under \`appliesAs\` in the operator’s file${again}.`,
  },
  'renderer-missing': {
    severity: 'block',
    title: words`The program that renders this is not installed where Proofline runs`,
    advice: words`Install it there${again}.`,
  },
  'plugin-unknown': {
    severity: 'warn',
    title: words`A plugin renders this, and Proofline does not run it`,
    advice: words`Look at its output by hand.`,
  },
  'version-not-judged': {
    severity: 'warn',
    title: words`Proofline does not know how this version of the reconciler behaves`,
    advice: words`Name the version in the operator’s file where it could not be read; else update Proofline, or watch the first sync.`,
  },
  'source-unreadable': {
    severity: 'warn',
    title: words`A part of the source could not be read`,
    advice: words`Look at this part by hand, or make it readable.`,
  },
  'outside-units': {
    severity: 'warn',
    title: words`A manifest belongs to no unit`,
    advice: words`Make it part of a unit, or name its path under \`ignore\` in \`.github/proofline.yml\`.`,
  },
  'kind-unknown': {
    severity: 'warn',
    title: words`The cluster does not serve this kind`,
    advice: words`Install its definition first, or check the name of the kind and its version.`,
  },
  'installation-unnamed': {
    severity: 'info',
    title: words`Which installation of the reconciler applies this is not known`,
    advice: words`Name it: under \`installations\` in the operator’s file, or to the command line by \`--argo-cd\`, \`--flux\` or \`--fleet\` and its namespace.`,
  },
  'no-cluster': {
    severity: 'info',
    title: words`No cluster was asked`,
    advice: words`Name a cluster for this unit to see what its API server would do.`,
  },
  sops: {
    severity: 'info',
    title: words`An encrypted value was not decrypted`,
    advice: words`Whoever has the key can look at it.`,
  },
  'not-disclosed': {
    severity: 'warn',
    title: words`An object exists that this unit has no claim to`,
    advice: words`Ask its owner, or ask who runs Proofline to open the namespace to this repository.`,
  },
};

/** One reason in one unit is one finding, however many objects it hits. */
function byReason(gaps: readonly Gap[]): readonly (readonly Gap[])[] {
  const sorted = [...gaps].sort((a, b) => gapKinds.indexOf(a.kind) - gapKinds.indexOf(b.kind));
  return [...Map.groupBy(sorted, ({ kind, unit, why }) => JSON.stringify([kind, unit, why])).values()];
}

function objectsOf(gaps: readonly Gap[]): readonly Identity[] {
  return gaps.flatMap(({ object }) => (object ? [object] : [])).sort(compareIdentities);
}

function judgement(gaps: readonly Gap[]): readonly Judgement[] {
  const [gap] = gaps;
  if (gap === undefined) return [];
  const { severity, title, advice } = unseen[gap.kind];
  const objects = objectsOf(gaps).map(unversioned);
  return [
    {
      severity,
      unit: gap.unit,
      comparisons: [],
      objects,
      about: `${gap.kind} ${gap.why}`,
      title,
      detail: gap.why,
      advice,
      restsOn: { kind: gap.kind, why: gap.why },
    },
  ];
}

export const notSeen: Rule = {
  name: 'not-seen',
  about: {
    title: 'Something could not be seen',
    why: 'What was not looked at may be anything. It is listed, so that a green check never stands for it.',
    advice: 'Remove the reason, or look at this part by hand before approving.',
  },
  needs: () => [],
  judge: ({ gaps }) => byReason(gaps).flatMap(judgement),
};
