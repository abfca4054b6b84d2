/** Applications of one set -> those that the controller leaves alone, and why. */
import type { KubeObject } from '../../../object/kube-object.ts';
import { type Mask, type Masked, words } from '../../../object/masked.ts';
import { objectAt, textAt } from '../../../object/fields.ts';
import { inCluster } from './clusters-generator.ts';
import type { Made } from './application-of.ts';
import { ownerOf } from './owner.ts';
import { isLabel, isLabelValue } from './selector.ts';
import type { ClusterSecret, SetsOfSide } from './side.ts';

const nameForm = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

export interface Refusal {
  readonly why: Masked;
  /** The API server is asked, and refuses it: then the controller makes the others, and stops before it deletes. */
  readonly stops: boolean;
}

/** One answer an Application; undefined for one that is made. */
export function refusalsOf(
  applications: readonly Made[],
  setName: string,
  side: SetsOfSide,
): readonly (Refusal | undefined)[] {
  const counts = Map.groupBy(applications, ({ manifest }) => manifest.metadata.name);
  return applications.map(({ manifest, project }): Refusal | undefined => {
    const { name } = manifest.metadata;
    const isTwice = (counts.get(name)?.length ?? 0) > 1;
    const invalid = isTwice
      ? words`its ApplicationSet generates the name ${side.mask.text(name)} more than once`
      : (wrongProject(project, side) ?? wrongDestination(manifest, side));
    if (invalid !== undefined) return { why: invalid, stops: false };
    const rejected =
      wrongName(name, side.mask) ?? wrongLabels(manifest, side.mask) ?? othersOwn(manifest, setName, side);
    return rejected === undefined ? undefined : { why: rejected, stops: true };
  });
}

function wrongProject(project: string, { projects, mask }: SetsOfSide): Masked | undefined {
  return projects?.includes(project) === false
    ? words`there is no AppProject ${mask.text(project)}`
    : undefined;
}

function wrongLabels({ metadata }: KubeObject, mask: Mask): Masked | undefined {
  const labels = Object.entries(objectAt(metadata, 'labels'));
  const bad = labels.find(
    ([key, value]) => !isLabel(key) || typeof value !== 'string' || !isLabelValue(value),
  );
  if (bad !== undefined) return words`${mask.text(`${bad[0]}: ${JSON.stringify(bad[1])}`)} is no valid label`;
  const key = Object.keys(objectAt(metadata, 'annotations')).find((one) => !isLabel(one.toLowerCase()));
  return key === undefined
    ? undefined
    : words`${mask.text(JSON.stringify(key))} is no valid name of an annotation`;
}

function wrongName(name: string, mask: Mask): Masked | undefined {
  if (name.length <= 253 && nameForm.test(name)) return undefined;
  return words`${mask.text(JSON.stringify(name))} is no valid name`;
}

function wrongDestination(manifest: KubeObject, { clusters, mask }: SetsOfSide): Masked | undefined {
  const server = textAt(manifest, 'spec', 'destination', 'server').replace(/\/+$/, '');
  const name = textAt(manifest, 'spec', 'destination', 'name');
  if (server !== '' && name !== '') return words`its destination has both a name and a server`;
  if (server === '' && name === '') return words`its destination has neither a name nor a server`;
  if (clusters === undefined) return undefined;
  const known = knownClusters(clusters).filter((one) =>
    name === '' ? one.server === server : one.name === name,
  );
  if (known.length === 0) return words`Argo CD knows no cluster ${mask.text(name === '' ? server : name)}`;
  // Two Secrets of one server are one cluster.
  if (known.length === 1 || name === '') return undefined;
  return words`Argo CD knows ${known.length} clusters with the name ${mask.text(name)}`;
}

/** With its own cluster, which needs no Secret. */
export function knownClusters(
  clusters: readonly ClusterSecret[],
): readonly Pick<ClusterSecret, 'name' | 'server'>[] {
  const plain = clusters.map(({ name, server }) => ({ name, server: server.replace(/\/+$/, '') }));
  return plain.some(({ server }) => server === inCluster.server) ? plain : [...plain, inCluster];
}

function othersOwn(manifest: KubeObject, setName: string, side: SetsOfSide): Masked | undefined {
  const live = side.liveApplications?.find(
    ({ metadata }) =>
      metadata.name === manifest.metadata.name && metadata['namespace'] === manifest.metadata['namespace'],
  );
  const owner = live === undefined ? undefined : ownerOf(live);
  if (owner === undefined || (owner.kind === 'ApplicationSet' && owner.name === setName)) return undefined;
  return words`it belongs to ${side.mask.text(`${owner.kind} ${owner.name}`)} already`;
}
