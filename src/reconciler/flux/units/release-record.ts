/** A live HelmRelease -> the Secrets in which Helm keeps its release, and what they hold (facts/reconcilers.md §4c). */
import type { ClusterConfig } from '../../../config/operator.ts';
import { listAt, objectAt, textAt } from '../../../object/fields.ts';
import { at } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { namespaceOf } from '../../../object/kube-object.ts';
import type { Mask } from '../../../object/masked.ts';
import type { HomeRead } from '../../declarations.ts';
import type { HelmRecord } from '../../helm-record.ts';
import { learnRecord, readRecord, releaseOf } from '../../helm-record.ts';
import type { ReadRecord } from '../../helm-record.ts';
import { keyIn, unreadKey } from './control.ts';
import type { Control } from './control.ts';
import { isFluxKind } from './groups.ts';
import { targetOf } from './target.ts';

interface Secrets {
  /** The operator's name of the cluster that has them; undefined where none is known. */
  readonly cluster: string | undefined;
  readonly namespace: string;
  readonly names: readonly string[];
}

interface Around {
  readonly home: string | undefined;
  readonly clusters: readonly ClusterConfig[];
}

export function recordReads(object: KubeObject, around: Around): readonly HomeRead[] {
  if (!isFluxKind(object, 'HelmRelease')) return [];
  const { cluster, namespace, names } = secretsOf(object, around);
  if (cluster === undefined) return [];
  const where = cluster === around.home ? {} : { cluster };
  return names.map((name) => ({
    ...where,
    group: '',
    kind: 'Secret',
    namespace,
    name,
    secretKeys: ['release'],
  }));
}

/** The newest, and the last one that was deployed where that is another. */
function secretsOf(live: KubeObject, { home, clusters }: Around): Secrets {
  const spec = objectAt(live, 'spec');
  const history = listAt(live, 'status', 'history');
  const [newest] = history;
  const deployed = history.find((each) => textAt(each, 'status') === 'deployed');
  // With an uninstall, its records go as well.
  const isGone = textAt(newest, 'status') === 'uninstalled';
  const own = namespaceOf(live);
  const names = (isGone ? [] : [newest, deployed]).flatMap((each) => {
    const version = at(each, 'version');
    return typeof version === 'number' ? [`sh.helm.release.v1.${textAt(each, 'name')}.v${version}`] : [];
  });
  return {
    cluster: targetOf(spec, { home, clusters, namespace: own }).cluster,
    namespace: textAt(live, 'status', 'storageNamespace') || textAt(spec, 'storageNamespace') || own,
    names: [...new Set(names)],
  };
}

export interface ReleaseState {
  readonly release: HelmRecord | null;
  readonly releaseUnread: string | null;
}

const none: ReleaseState = { release: null, releaseUnread: null };
const unread = (releaseUnread: string): ReleaseState => ({ release: null, releaseUnread });

export function releaseStateOf(
  live: KubeObject | undefined,
  control: Control,
  { clusters, mask }: { readonly clusters: readonly ClusterConfig[]; readonly mask: Mask },
): ReleaseState {
  if (live === undefined) return none;
  const secrets = secretsOf(live, { home: control.cluster, clusters });
  if (secrets.names.length === 0) return none;
  if (secrets.cluster === undefined) return unread('the cluster that has it is not configured');
  const records: HelmRecord[] = [];
  for (const name of secrets.names) {
    const secret = secretAt(control, secrets, name);
    if (secret === undefined) {
      const key = unreadKey({ kind: 'Secret', namespace: secrets.namespace, name });
      return unread(control.unread.get(key) ?? `there is no Secret ${mask.text(name)}`);
    }
    const record = recordIn(secret, mask);
    if ('why' in record) return unread(record.why);
    records.push(record);
  }
  return { release: releaseOf(records) ?? null, releaseUnread: null };
}

function secretAt(control: Control, { cluster, namespace }: Secrets, name: string): KubeObject | undefined {
  if (cluster === control.cluster)
    return control.live?.get(keyIn(control, { kind: 'Secret', namespace, name }));
  const there = cluster === undefined ? undefined : control.elsewhere.get(cluster);
  return there?.find(
    (object) =>
      object.kind === 'Secret' && namespaceOf(object) === namespace && object.metadata.name === name,
  );
}

const known = new WeakMap<KubeObject, ReadRecord>();

/** Each is decoded once: sides and rounds meet the same Secret. */
function recordIn(secret: KubeObject, mask: Mask): ReadRecord {
  const made = known.get(secret) ?? readRecord(secret);
  if (!known.has(secret) && !('why' in made)) learnRecord(mask, made);
  known.set(secret, made);
  return made;
}
