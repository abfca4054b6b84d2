/** An Application whose automation, destination or way of applying changes together with what it deploys -> that nobody fixes which of both counts first. */
import { at } from '../../../object/json.ts';
import { joined, words } from '../../../object/masked.ts';
import type { Masked } from '../../../object/masked.ts';
import type { Declarations, Remark } from '../../declarations.ts';
import type { Unit } from '../../unit.ts';
import { argoUnit } from '../application.ts';
import type { ArgoUnit } from '../application.ts';
import { deletionOptions, valueOf } from '../sync/annotations.ts';
import { syncPolicyOf } from '../sync/policy.ts';
import { chosenSources, isOwn } from './chosen.ts';
import { destinationNamespace } from './instance-name.ts';
import { remark } from './remarks.ts';
import { insidePath } from './rendering-of.ts';
import type { Made } from './unit-of.ts';

/** Argo CD sees the commit in the child as soon as in what declares it, and syncs it with the spec that lives then. */
export function policyRaces(
  { unit, argo }: Made,
  base: Unit | undefined,
  { changed }: Pick<Declarations, 'changed'>,
): readonly Remark[] {
  if (base === undefined || !changesContent(unit, argo, changed)) return [];
  const before = argoUnit(base);
  const lost = lostIn(before, argo);
  if (lost.length === 0) return [];
  return [
    remark(unit, {
      about: 'policy-races-content',
      severity: 'warn',
      title: words`The Application and what it deploys change at once`,
      detail: words`In the same merge ${joined(lost, ' and ')}. Argo CD may sync the new content before the Application itself is changed: it is then applied as before${leftOut(before, argo)}.`,
      advice: words`Change the Application first, and its content in another pull request once that has landed.`,
      restsOn: { before: { ...restsOn(before) }, after: { ...restsOn(argo) } },
    }),
  ];
}

interface RestsOn {
  readonly automated: boolean;
  readonly options: readonly string[];
  readonly destination: string;
}

function restsOn(argo: ArgoUnit): RestsOn {
  const { automated, options } = syncPolicyOf(argo);
  return { automated: automated !== undefined, options: [...options], destination: destinationOf(argo) };
}

/** A name and a server may mean the same cluster. */
function destinationOf({ destination, application: { spec } }: ArgoUnit): string {
  const cluster = destination?.server ?? JSON.stringify(at(spec, 'destination') ?? null);
  return `${cluster} ${destinationNamespace(spec)}`;
}

/** Argo CD compares the commit and the source with those of its last sync, and not the destination (alreadyAttemptedSync). */
function leftOut(before: ArgoUnit, after: ArgoUnit): Masked {
  const { automated } = syncPolicyOf(after);
  if (destinationOf(before) === destinationOf(after) || automated === undefined || automated.selfHeal)
    return words``;
  return words`, and nothing of that commit is synced to the new destination, because it counts as synced`;
}

const modes = [
  'ServerSideApply',
  'Replace',
  'Force',
  'RespectIgnoreDifferences',
  'ApplyOutOfSyncOnly',
] as const;

/** Without automation at base nothing is synced meanwhile. */
function lostIn(before: ArgoUnit, after: ArgoUnit): readonly Masked[] {
  const [was, is] = [syncPolicyOf(before), syncPolicyOf(after)];
  if (was.automated === undefined) return [];
  const changing = modes.filter(
    (mode) => was.options.includes(`${mode}=true`) !== is.options.includes(`${mode}=true`),
  );
  const options = [...changing, ...(pruningIn(before) === pruningIn(after) ? [] : (['Prune'] as const))];
  return [
    ...(is.automated === undefined ? [words`automated sync is switched off`] : []),
    ...(was.automated.prune && is.automated?.prune === false ? [words`automated prune is switched off`] : []),
    ...(destinationOf(before) === destinationOf(after) ? [] : [words`its destination changes`]),
    ...(options.length === 0
      ? []
      : [
          words`${joined(
            options.map((mode) => named[mode]),
            ', ',
          )} changes`,
        ]),
  ];
}

/** Whether prunes of its objects wait for a person, or are none. */
function pruningIn(argo: ArgoUnit): string {
  return valueOf(deletionOptions(argo.installation, syncPolicyOf(argo).options), 'Prune') ?? 'true';
}

const named: Readonly<Record<(typeof modes)[number] | 'Prune', Masked>> = {
  Prune: words`\`Prune\``,
  ServerSideApply: words`\`ServerSideApply\``,
  Replace: words`\`Replace\``,
  Force: words`\`Force\``,
  RespectIgnoreDifferences: words`\`RespectIgnoreDifferences\``,
  ApplyOutOfSyncOnly: words`\`ApplyOutOfSyncOnly\``,
};

/** By the paths of its sources: what a renderer reads outside of them is not looked for. */
function changesContent(unit: Unit, argo: ArgoUnit, changed: readonly string[] = []): boolean {
  const paths = chosenSources(argo)
    .list.filter((source) => isOwn(argo, source))
    .map(({ path }) => insidePath(path) ?? '.');
  const isInside = (file: string): boolean =>
    paths.some((path) => path === '.' || file === path || file.startsWith(`${path}/`));
  return changed.some((file) => file !== unit.declaration.place?.file && isInside(file));
}
