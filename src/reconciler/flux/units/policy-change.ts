/** A unit of head, and the same of base -> which of its settings change so that its controller does something else from now on. */
import { canonicalJson } from '../../../object/canonical.ts';
import { isJsonObject } from '../../../object/json.ts';
import type { Json, JsonObject } from '../../../object/json.ts';
import { words } from '../../../object/masked.ts';
import type { Mask, Masked } from '../../../object/masked.ts';
import { durationOf } from '../../duration.ts';
import type { Remark } from '../../declarations.ts';
import { kindOf, remark } from './remark.ts';
import type { Change } from './remarks.ts';

interface Said {
  readonly about: string;
  readonly severity: Remark['severity'];
  readonly title: Masked;
  readonly detail: Masked;
  readonly advice: Masked;
}

interface Between {
  readonly was: JsonObject;
  readonly is: JsonObject;
  readonly kind: Masked;
  readonly mask: Mask;
  /** Who applies where nobody is named. */
  readonly otherwise: Masked;
}

type Check = (between: Between) => Said | undefined;

const ofBoth: readonly (readonly [field: string, check: Check])[] = [
  ['serviceAccountName', account],
  ['kubeConfig', cluster],
  ['interval', interval],
];

const ofKustomization: typeof ofBoth = [
  ['prune', prune],
  ['force', force],
  ['deletionPolicy', deletionPolicy],
  ['targetNamespace', targetNamespace],
  ['decryption', decryption],
];

export function policyChanges({ unit, before, after, mask }: Change): readonly Remark[] {
  if (before === undefined) return [];
  const [was, is] = [before.declared.spec, after.declared.spec];
  const { installation } = after;
  const own = after.kind === 'Kustomization' ? 'kustomize' : 'helm';
  const otherwise = mask.text(installation.defaultAccounts[own] ?? `${installation.accounts[own]} of Flux`);
  const checks = after.kind === 'Kustomization' ? [...ofBoth, ...ofKustomization] : ofBoth;
  return checks.flatMap(([field, check]) => {
    const [old, now] = [was[field] ?? null, is[field] ?? null];
    if (canonicalJson(old) === canonicalJson(now)) return [];
    const said = check({ was, is, kind: kindOf(after), mask, otherwise });
    return said === undefined ? [] : [remark(unit, { ...said, restsOn: { field, before: old, after: now } })];
  });
}

function shown(value: Json | undefined, mask: Mask): Masked | undefined {
  return typeof value === 'string' && value !== '' ? mask.text(value) : undefined;
}

function account({ was, is, kind, mask, otherwise }: Between): Said {
  const [old, now] = [was, is].map((spec) => shown(spec['serviceAccountName'], mask));
  return {
    about: 'applier-changed',
    severity: now === undefined ? 'block' : 'warn',
    title: words`Another ServiceAccount applies the ${kind}`,
    detail: words`Until now ${old ?? otherwise}, from the merge on ${now ?? otherwise}: what the one may do, the other may not, or may do more.`,
    advice: words`Compare the rights of the two.`,
  };
}

function cluster({ kind }: Between): Said {
  return {
    about: 'cluster-changed',
    severity: 'block',
    title: words`The ${kind} is applied to another cluster`,
    detail: words`Its kubeConfig changes. What it applied until now stays where it is and is managed by nobody any more: pruning looks for it in the new cluster.`,
    advice: words`Delete it from the old cluster first, or declare another ${kind} for the new one.`,
  };
}

const shorter = 10;

function interval({ was, is, kind, mask }: Between): Said | undefined {
  const [old, now] = [was, is].map((spec) => durationOf(shown(spec['interval'], mask) ?? '') ?? 0);
  if (old === undefined || now === undefined || now === 0 || now * shorter > old) return undefined;
  return {
    about: 'interval-shortened',
    severity: 'info',
    title: words`The ${kind} is reconciled much more often`,
    detail: words`Every ${shown(is['interval'], mask) ?? words`-`} instead of every ${shown(was['interval'], mask) ?? words`-`}: each time everything is built and compared with the cluster.`,
    advice: words`A Receiver has a push seen at once without that.`,
  };
}

function prune({ is }: Between): Said {
  if (is['prune'] === true) {
    return {
      about: 'prune-switched-on',
      severity: 'warn',
      title: words`Pruning is switched on`,
      detail: words`From the merge on Flux deletes what leaves Git. What left it earlier was dropped from the inventory then, and stays.`,
      advice: words`Nothing is to be done where that is meant.`,
    };
  }
  return {
    about: 'prune-switched-off',
    severity: 'warn',
    title: words`Pruning is switched off`,
    detail: words`What leaves Git from now on stays in the cluster, and Flux drops it from its inventory: switching pruning on again later does not delete it.`,
    advice: words`Delete by hand what leaves, or keep pruning on and mark single objects.`,
  };
}

function force({ is }: Between): Said | undefined {
  if (is['force'] !== true) return undefined;
  return {
    about: 'force-switched-on',
    severity: 'warn',
    title: words`Objects that cannot be changed are deleted and made again`,
    detail: words`With force, a change of an immutable field is no failure any more: Flux deletes the object, with what it holds, and makes it anew.`,
    advice: words`Mark the one object that needs it instead, and only for as long.`,
  };
}

function deletionPolicy({ is, mask }: Between): Said {
  const now = shown(is['deletionPolicy'], mask) ?? words`MirrorPrune`;
  return {
    about: 'deletion-policy-changed',
    severity: 'info',
    title: words`What happens when the Kustomization is deleted changes`,
    detail: words`Its deletionPolicy becomes ${now}. It counts as it is in the cluster at that time.`,
    advice: words`Nothing is to be done where that is meant.`,
  };
}

function targetNamespace({ was, is, mask }: Between): Said {
  const [old, now] = [was, is].map(
    (spec) => shown(spec['targetNamespace'], mask) ?? words`those that it states`,
  );
  return {
    about: 'namespace-changed',
    severity: 'warn',
    title: words`All its objects go to another namespace`,
    detail: words`From ${old ?? words`-`} to ${now ?? words`-`}. Each is another object there: they are made anew, and the old ones are pruned where it prunes, with what they hold.`,
    advice: words`Move what holds data by hand first.`,
  };
}

function decryption({ is }: Between): Said | undefined {
  if (isJsonObject(is['decryption'])) return undefined;
  return {
    about: 'decryption-removed',
    severity: 'warn',
    title: words`Encrypted files are not decrypted any more`,
    detail: words`Flux refuses to apply a Secret that SOPS has encrypted: as long as there is one, nothing of this Kustomization is applied.`,
    advice: words`Remove the encrypted files first.`,
  };
}
