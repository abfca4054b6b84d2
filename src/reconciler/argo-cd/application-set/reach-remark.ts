/** What one change of an ApplicationSet reaches at once -> a remark, where that is more than one Application. */
import { words } from '../../../object/masked.ts';
import type { Remark } from '../../declarations.ts';
import { reachedBy } from './destinations.ts';
import { aboutSet, counted, listed } from './remark-words.ts';
import type { Facts, SetChange } from './set-change.ts';
import { mayUpdate } from './settings.ts';

export function reachRemarks(change: SetChange, facts: Facts): readonly Remark[] {
  const changed = mayUpdate(change.policy) ? change.changed : [];
  const touched = [...change.appeared, ...changed, ...change.renamed.map(({ to }) => to)];
  if (touched.length < 2) return [];
  const { clusters, production } = reachedBy(
    touched.map(({ manifest }) => manifest),
    facts,
  );
  const rolling = touched.find((one) => one.rolling !== undefined)?.rolling;
  const at = rolling === undefined ? words`at once` : words`in ${rolling.of} steps`;
  const prod = production.length === 0 ? words`` : words`, ${production.length} of them production`;
  const outside = touched.filter((one) => one.rolling !== undefined && one.rolling.step === undefined).length;
  const unsynced = outside === 0 ? words`` : words` No step selects ${outside} of them: nobody syncs those.`;
  const { mask } = facts;
  return [
    {
      ...aboutSet(change),
      about: 'application-set-reach',
      severity: production.length > 1 && rolling === undefined ? 'warn' : 'info',
      title: words`${mask.text(change.id)} reaches ${counted(touched.length, 'Application')} on ${counted(clusters.length, 'cluster')}${prod} ${at}`,
      detail: words`${change.appeared.length} are made, ${changed.length} are changed, ${change.renamed.length} get another name. Clusters: ${listed(clusters.map((name) => mask.text(name)))}.${unsynced}`,
      advice: words`Where that is too much for one step, use the strategy RollingSync, or change one environment at a time.`,
      restsOn: touched.map(({ manifest }) => manifest.metadata.name).sort(),
    },
  ];
}
