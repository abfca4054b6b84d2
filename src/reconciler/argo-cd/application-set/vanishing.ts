/** Applications that an ApplicationSet no longer makes -> what becomes of them and of all that they deployed, as a remark. */
import { cascades } from '../../../object/cascading-finalizer.ts';
import { at, isJsonArray } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { joined, type Masked, words } from '../../../object/masked.ts';
import type { Remark } from '../../declarations.ts';
import { isKnownDestination, reachedBy } from './destinations.ts';
import { aboutSet, counted, listed } from './remark-words.ts';
import type { Facts, SetChange } from './set-change.ts';
import { mayDelete } from './settings.ts';

/** What becomes of one: it stays, it alone is deleted, or all that it deployed is deleted with it. */
type Fate = 'stays' | 'orphans' | 'cascades';

export function vanishingRemarks(change: SetChange, facts: Facts): readonly Remark[] {
  const renamed = change.renamed.map(({ from }) => from);
  return [
    ...remarkOn(change, facts, { about: 'application-set-renames', gone: renamed }),
    ...remarkOn(change, facts, { about: shrinking(change), gone: change.vanished }),
  ];
}

function shrinking({ head }: SetChange): About {
  if (head === undefined) return 'application-set-deleted';
  return head.applications.length === 0 ? 'application-set-empties' : 'application-set-shrinks';
}

type About =
  | 'application-set-renames'
  | 'application-set-deleted'
  | 'application-set-empties'
  | 'application-set-shrinks';

function remarkOn(
  change: SetChange,
  facts: Facts,
  { about, gone }: { readonly about: About; readonly gone: readonly KubeObject[] },
): readonly Remark[] {
  if (gone.length === 0) return [];
  const fates = gone.map((application) => ({ application, fate: fateOf(application, change, facts) }));
  const worst = fates.some(({ fate }) => fate === 'cascades');
  const lines = fates.map(({ application, fate }) => line(application, fate, facts));
  return [
    {
      ...aboutSet(change),
      about,
      severity: worst ? 'block' : 'warn',
      title: words`${titleOf(about, counted(gone.length, 'Application'))} of ${facts.mask.text(change.id)}${reach(gone, facts)}`,
      detail: words`${consequence(about, fates, facts)} ${listed(lines)}.`,
      advice: adviceFor(about, worst),
      restsOn: fates.map(({ application, fate }) => `${application.metadata.name} ${fate}`).sort(),
    },
  ];
}

function titleOf(about: About, count: Masked): Masked {
  switch (about) {
    case 'application-set-renames':
      return words`Another name for ${count}`;
    case 'application-set-deleted':
      return words`The end, with its set, of ${count}`;
    case 'application-set-empties':
      return words`Nothing is left: the end of all ${count}`;
    case 'application-set-shrinks':
      return words`The end of ${count}`;
  }
}

function reach(gone: readonly KubeObject[], facts: Facts): Masked {
  const { clusters, production } = reachedBy(gone, facts);
  const live = production.length === 0 ? words`` : words`, ${production.length} of them production`;
  return words` on ${counted(clusters.length, 'cluster')}${live}`;
}

function fateOf(application: KubeObject, { head, policy }: SetChange, facts: Facts): Fate {
  // Without its set the policy counts no longer: the API server collects what the set owned.
  if (head !== undefined && !mayDelete(policy)) return 'stays';
  return cascades(application.metadata['finalizers']) && isKnownDestination(application, facts)
    ? 'cascades'
    : 'orphans';
}

interface Fated {
  readonly application: KubeObject;
  readonly fate: Fate;
}

function consequence(about: About, fates: readonly Fated[], { mask }: Facts): Masked {
  const of = (wanted: Fate): number => fates.filter(({ fate }) => fate === wanted).length;
  const start =
    about === 'application-set-renames'
      ? words`For Argo CD a new name is a new Application: the old one goes, and one with the new name is made.`
      : words`A generator that gives nothing is no error to the controller, and nothing guards against it.`;
  const parts = [
    of('cascades') === 0
      ? []
      : [words`${of('cascades')} are deleted with everything that they deployed, by their finalizer.`],
    of('orphans') === 0
      ? []
      : [
          words`${of('orphans')} are deleted, and what they deployed runs on without anybody who cares for it.`,
        ],
    of('stays') === 0
      ? []
      : [words`${of('stays')} stay, because the policy deletes none; nothing updates them any more.`],
  ].flat();
  return joined(
    [about === 'application-set-deleted' ? mask.text('Its Applications belong to it.') : start, ...parts],
    ' ',
  );
}

function line(application: KubeObject, fate: Fate, { mask }: Facts): Masked {
  const resources = at(application, 'status', 'resources');
  const objects = isJsonArray(resources) ? words`, ${counted(resources.length, 'object')}` : words``;
  const automated =
    at(application, 'spec', 'syncPolicy', 'automated', 'prune') === true ? words`, prunes` : words``;
  const fates = {
    stays: words`stays`,
    orphans: words`leaves its objects`,
    cascades: words`takes its objects along`,
  };
  return words`${mask.text(application.metadata.name)} (${fates[fate]}${objects}${automated})`;
}

function adviceFor(about: About, worst: boolean): Masked {
  if (about === 'application-set-renames') {
    return words`Keep the name, or set \`preserveResourcesOnDeletion\` in a change before this one, so that the new Applications take over what runs.`;
  }
  if (!worst) return words`Delete what is no longer wanted by hand, or give it a new owner.`;
  return words`If they are to stay, set \`applicationsSync: create-update\` or \`preserveResourcesOnDeletion\` in a change before this one; else let somebody approve who knows what runs there.`;
}
