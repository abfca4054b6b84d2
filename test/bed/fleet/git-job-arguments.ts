/** A GitRepo -> what Fleet gives to the `fleetcli apply` of its Job: the arguments, and the file with its targets. */
import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../src/object/json.ts';
import { namespaceOf, type KubeObject } from '../../../src/object/kube-object.ts';
import { BedError } from '../bed-error.ts';

/** `targets` is the path of the file. Throws where a GitRepo wants what only a Pod could have mounted. */
export function gitJobArguments(gitRepo: KubeObject, targets: string): readonly string[] {
  const { metadata, spec } = gitRepo;
  if (text(spec, 'helmSecretName') + text(spec, 'helmSecretNameForPaths') !== '') {
    throw new BedError(`the bed does not mount the Helm Secret of GitRepo ${metadata.name}`);
  }
  const { flags, folders } = scanOf(spec);
  const generation = at(spec, 'forceSyncGeneration');
  return [
    'apply',
    `--targets-file=${targets}`,
    `--label=${labelsOf(gitRepo)}`,
    '--namespace',
    namespaceOf(gitRepo),
    '--service-account',
    text(spec, 'serviceAccount'),
    `--sync-generation=${String(typeof generation === 'number' ? generation : 0)}`,
    `--paused=${String(at(spec, 'paused') === true)}`,
    '--target-namespace',
    text(spec, 'targetNamespace'),
    ...switches(spec),
    '--oci-registry-secret',
    text(spec, 'ociRegistrySecret'),
    ...flags,
    '--',
    metadata.name,
    ...folders,
  ];
}

function switches(spec: Json | undefined): readonly string[] {
  const correction = at(spec, 'correctDrift');
  const corrects = at(correction, 'enabled') === true;
  const all: readonly (readonly [boolean, string])[] = [
    [at(spec, 'keepResources') === true, '--keep-resources'],
    [at(spec, 'deleteNamespace') === true, '--delete-namespace'],
    [corrects, '--correct-drift'],
    [corrects && at(correction, 'force') === true, '--correct-drift-force'],
    [corrects && at(correction, 'keepFailHistory') === true, '--correct-drift-keep-fail-history'],
  ];
  return all.filter(([given]) => given).map(([, flag]) => flag);
}

interface Scan {
  readonly flags: readonly string[];
  readonly folders: readonly string[];
}

/** The bundles that it names, each with its file of options; else what is under its paths. */
function scanOf(spec: Json | undefined): Scan {
  const bundles = list(at(spec, 'bundles')).map((each) => ({
    base: text(each, 'base'),
    options: text(each, 'options'),
  }));
  const paths = list(at(spec, 'paths')).map(String);
  if (bundles.length === 0) return { flags: [], folders: paths.length === 0 ? ['.'] : paths };
  const written = bundles.flatMap(({ base, options }) => [base, options]);
  const separator = [':', ',', '|', '?', '<', '>'].find(
    (each) => !written.some((path) => path.includes(each)),
  );
  if (separator === undefined) throw new BedError('the bundles leave no character that can separate them');
  return {
    flags: ['--driven-scan', '--driven-scan-sep', separator],
    folders: bundles.map(({ base, options }) => (options === '' ? base : `${base}${separator}${options}`)),
  };
}

const criteria = ['name', 'clusterName', 'clusterSelector', 'clusterGroup', 'clusterGroupSelector'];

/** The targets are restrictions too: no other cluster is reached, whatever a `fleet.yaml` says. */
export function gitJobTargets({ spec }: KubeObject): JsonObject {
  const given = list(at(spec, 'targets'));
  const targets =
    given.length === 0
      ? [{ name: 'default', clusterGroup: 'default' }]
      : given.map((target) => Object.fromEntries(criteria.flatMap((key) => entry(target, key))));
  return { targets, targetRestrictions: targets };
}

function entry(target: Json, key: string): readonly [string, Json][] {
  const value = at(target, key);
  return value === undefined ? [] : [[key, value]];
}

function list(value: Json | undefined): readonly Json[] {
  return isJsonArray(value) ? value : [];
}

function text(value: Json | undefined, key: string): string {
  const found = at(value, key);
  return typeof found === 'string' ? found : '';
}

/** Every bundle gets those of the GitRepo, and one with its name. */
function labelsOf({ metadata }: KubeObject): string {
  const own = at(metadata, 'labels');
  const labels = { ...(isJsonObject(own) ? own : {}), 'fleet.cattle.io/repo-name': metadata.name };
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .toSorted()
    .join(',');
}
