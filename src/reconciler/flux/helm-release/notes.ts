/** A HelmRelease and what becomes of its objects -> what else its controller does: what runs again, what happens when it fails. */
import { flagAt, textAt } from '../../../object/fields.ts';
import { at, type Json } from '../../../object/json.ts';
import { words, type Mask, type Masked } from '../../../object/masked.ts';
import type { Outcome } from '../../unit-record.ts';
import type { HelmReleaseUnit } from '../flux-unit.ts';
import { isHook } from './hook.ts';
import { runsTests } from './hook-attempts.ts';
import { hookNotes, shownName, uninstallNotes } from './hook-notes.ts';
import { ownerOf } from '../../helm-ownership.ts';
import { isOfCrds } from './parts.ts';
import { hooksOf } from '../../helm-record.ts';
import type { Moved, ReleaseAction } from './release-action.ts';
import type { RevisionChange } from './revision-change.ts';
import { uninstalls } from './uninstall.ts';

export interface Noting {
  readonly action: ReleaseAction;
  readonly change: RevisionChange;
  readonly mask: Mask;
}

export function notesOn(
  unit: HelmReleaseUnit,
  outcomes: readonly Outcome[],
  { action, change, mask }: Noting,
): readonly Masked[] {
  const after = outcomes.flatMap((outcome) => outcome.after ?? []);
  // Of a HelmRelease that goes nothing is declared any more.
  if (after.length === 0) return goneNotes(unit, mask);
  if (change.kind === 'none') return [];
  const hooks = after.filter(isHook);
  return [
    ...(action.kind === 'reinstall' ? reinstallNotes(action, mask) : []),
    ...hookNotes(hooks, { action, tests: runsTests(unit.declared.spec) }, mask),
    ...adoptions(outcomes, action, mask),
    ...definitionNotes(outcomes, action, mask),
    failureNote(unit, action),
  ];
}

function goneNotes(unit: HelmReleaseUnit, mask: Mask): readonly Masked[] {
  const { release, live, declared } = unit;
  const isHookless = flagAt((live ?? declared).spec, 'uninstall', 'disableHooks');
  return release === null || isHookless || !uninstalls(unit) ? [] : uninstallNotes(hooksOf(release), mask);
}

/** Under server-side apply nothing tells helm-controller that a definition is there already. */
function definitionNotes(
  outcomes: readonly Outcome[],
  { crds, onServer }: ReleaseAction,
  mask: Mask,
): readonly Masked[] {
  if (crds !== 'Create' || !onServer) return [];
  return outcomes.flatMap(({ before, after }) =>
    before === undefined || after === undefined || !isOfCrds(after)
      ? []
      : [
          words`\`${shownName(after, mask)}\` of the chart’s crds/ is replaced by that of this version, although the policy is Create: server-side apply does not leave alone what is there.`,
        ],
  );
}

const movedWords: Readonly<Record<Moved, Masked>> = {
  'storage namespace': words`the namespace of its records changes (storageNamespace)`,
  'release namespace': words`its target namespace changes (targetNamespace)`,
  'release name': words`the name of its release changes (releaseName)`,
  'chart name': words`its chart is another one, by its name (chartNameChangeStrategy: Reinstall)`,
};

function reinstallNotes(
  action: Extract<ReleaseAction, { readonly kind: 'reinstall' }>,
  mask: Mask,
): readonly Masked[] {
  const { old, moved } = action;
  const named = mask.text(`${old.namespace}/${old.name}`);
  return [
    words`The whole release \`${named}\` is uninstalled and then installed anew, since ${movedWords[moved]}: all that it runs is down in between, and what its volumes hold may be lost. Only objects that the old release marks with helm.sh/resource-policy stay.`,
    ...uninstallNotes(hooksOf(old), mask),
  ];
}

/** What somebody else's Helm release has is told with the claims. */
function adoptions(
  outcomes: readonly Outcome[],
  { kind, takesOwnership }: ReleaseAction,
  mask: Mask,
): readonly Masked[] {
  if (kind === 'upgrade' || !takesOwnership) return [];
  return outcomes.flatMap(({ before, after, unshown }) => {
    const isAdopted = before !== undefined && unshown !== true && ownerOf(before) === undefined;
    // Hooks, definitions of crds/ and a namespace that it makes are no part of a release.
    if (!isAdopted || after === undefined || ownerOf(after) === undefined) return [];
    return [
      words`\`${shownName(after, mask)}\` exists already and becomes part of the release: from then on an uninstall deletes it.`,
    ];
  });
}

/** Helm’s run fails where an object is refused, and where one does not become ready in time. */
function failureNote({ declared: { spec }, installation }: HelmReleaseUnit, action: ReleaseAction): Masked {
  const section = action.kind === 'upgrade' ? 'upgrade' : 'install';
  const settings = at(spec, section);
  const waits = flagAt(settings, 'disableWait') ? words`` : words`, or does not become ready in time`;
  const start = words`If something of it is refused${waits}, what was applied until then stays, nothing is pruned`;
  return words`${start}; ${remedyOf(settings, { section, retriesByDefault: retriesByDefault(installation.features.helm) })}.`;
}

function retriesByDefault(features: Readonly<Record<string, boolean>>): boolean {
  return features['DefaultToRetryOnFailure'] === true;
}

function remedyOf(
  settings: Json | undefined,
  {
    section,
    retriesByDefault: isDefault,
  }: { readonly section: 'upgrade' | 'install'; readonly retriesByDefault: boolean },
): Masked {
  const strategy = textAt(settings, 'strategy', 'name') || (isDefault ? 'RetryOnFailure' : '');
  if (strategy === 'RetryOnFailure')
    return words`Flux then upgrades again and again, without taking anything back`;
  const retries = at(settings, 'remediation', 'retries');
  const count = typeof retries === 'number' ? retries : 0;
  const remedy = remedies[section](textAt(settings, 'remediation', 'strategy'));
  if (count === 0 && !flagAt(settings, 'remediation', 'remediateLastFailure')) {
    return words`Flux then takes nothing back and stops until the HelmRelease, its chart or its values change`;
  }
  const often = count < 0 ? words`without end` : words`up to ${count} times`;
  return words`Flux then ${remedy}, and tries again ${often}`;
}

const remedies: Readonly<Record<'upgrade' | 'install', (strategy: string) => Masked>> = {
  install: () => words`uninstalls the release`,
  upgrade: (strategy) =>
    strategy === 'uninstall'
      ? words`uninstalls the release and installs it anew`
      : words`rolls back to the revision before`,
};
