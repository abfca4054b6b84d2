/** An object -> the same object after a few random edits of any of its fields, possible ones and absurd ones. */
import { at, isJsonArray, isJsonObject, type Json } from '../../../src/object/json.ts';
import type { KubeObject } from '../../../src/object/kube-object.ts';
import { changedAt, inserted, type Step } from '../../judge/change-at.ts';
import { podSpec } from '../../judge/edits-of-pods.ts';
import type { Random } from '../../judge/random.ts';

type Edit = (object: KubeObject, random: Random) => KubeObject | undefined;
type Path = readonly Step[];

/** What makes it another object, and what the server alone sets. */
const untouchable = new Set(['apiVersion', 'kind', 'status', 'name', 'namespace', 'uid', 'resourceVersion']);
const ofServer = ['generation', 'creationTimestamp', 'managedFields', 'ownerReferences', 'generateName'];

export function editedAtRandom(object: KubeObject, random: Random): KubeObject {
  let edited = object;
  const times = 1 + random.below(4);
  for (let time = 0; time < times; time += 1) {
    const edit = random.below(3) === 0 ? random.pick(special) : random.pick(general);
    edited = edit(edited, random) ?? edited;
  }
  return edited;
}

function pathsIn(object: KubeObject, isWanted: (value: Json) => boolean): readonly Path[] {
  const paths: Path[] = [];
  const visit = (value: Json, path: Path): void => {
    if (path.length > 0 && isWanted(value)) paths.push(path);
    if (isJsonArray(value)) for (const [index, item] of value.entries()) visit(item, [...path, index]);
    if (!isJsonObject(value)) return;
    for (const [key, member] of Object.entries(value)) if (!isLeft(key, path)) visit(member, [...path, key]);
  };
  visit(object, []);
  return paths.filter((path) => path.join('.') !== 'metadata');
}

function isLeft(key: string, path: Path): boolean {
  if (path.length === 0) return untouchable.has(key);
  return path.length === 1 && path[0] === 'metadata' && (untouchable.has(key) || ofServer.includes(key));
}

function somewhere(
  isWanted: (value: Json) => boolean,
  change: (was: Json, random: Random) => Json | undefined,
): Edit {
  return (object, random) => {
    const paths = pathsIn(object, isWanted);
    if (paths.length === 0) return undefined;
    return changedAt(object, random.pick(paths), (was) =>
      was === undefined ? undefined : change(was, random),
    );
  };
}

const isScalar = (value: Json): boolean => value !== null && typeof value !== 'object';
const isFull = (value: Json): boolean => isJsonArray(value) && value.length > 0;

function altered(was: Json): Json {
  if (typeof was === 'string') return /^\d+$/u.test(was) ? String(Number(was) + 1) : `${was}-x`;
  if (typeof was === 'number') return was + 1;
  return was !== true;
}

/** An item with the same fields and another identity, as far as its fields tell one. */
function twin(item: Json): Json {
  if (!isJsonObject(item)) return altered(item);
  return Object.fromEntries(
    Object.entries(item).map(([key, value]) => [key, isScalar(value) ? altered(value) : value]),
  );
}

function itemsOf(was: Json): readonly Json[] {
  return isJsonArray(was) ? was : [];
}

const general: readonly Edit[] = [
  somewhere(
    () => true,
    () => undefined,
  ),
  somewhere(
    () => true,
    () => undefined,
  ),
  somewhere(isScalar, altered),
  somewhere(isScalar, altered),
  somewhere(isScalar, () => null),
  somewhere(isJsonObject, () => ({})),
  somewhere(isFull, () => []),
  somewhere(isFull, (was) => itemsOf(was).toReversed()),
  somewhere(isFull, (was, random) => inserted(itemsOf(was), twin(random.pick(itemsOf(was))))),
  somewhere(isFull, (was, random) => itemsOf(was).toSpliced(random.below(itemsOf(was).length), 1)),
  somewhere(isFull, (was, random) => [...itemsOf(was), random.pick(itemsOf(was))]),
];

function inPod(path: Path, change: (was: Json | undefined, random: Random) => Json | undefined): Edit {
  return (object, random) => {
    const spec = podSpec(object);
    return spec && changedAt(object, [...spec, ...path], (was) => change(was, random));
  };
}

function added(...items: readonly Json[]): (was: Json | undefined) => Json {
  return (was) => [...(isJsonArray(was) ? was : []), ...items];
}

const volumes: readonly Json[] = [
  { name: 'judged', emptyDir: {} },
  { name: 'judged', configMap: { name: 'judged' } },
  { name: 'judged', secret: { secretName: 'judged' } },
];

function withVolume(was: Json | undefined, random: Random): Json {
  const others = (isJsonArray(was) ? was : []).filter((volume) => at(volume, 'name') !== 'judged');
  return [...others, random.pick(volumes)];
}

function otherSource(was: Json | undefined, random: Random): Json | undefined {
  if (!isJsonArray(was) || was.length === 0) return undefined;
  const index = random.below(was.length);
  return was.map((volume, place) => {
    const name = at(volume, 'name');
    return place === index && typeof name === 'string' ? { name, emptyDir: { medium: 'Memory' } } : volume;
  });
}

function strategyOf(random: Random): Json {
  return random.pick<Json>([
    { type: 'Recreate' },
    { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
    { rollingUpdate: { maxSurge: '50%' } },
  ]);
}

const someFinalizers = ['judge.example/b', 'judge.example/a', 'judge.example/c'];

const special: readonly Edit[] = [
  inPod(['volumes'], withVolume),
  inPod(['volumes'], withVolume),
  inPod(['volumes'], otherSource),
  inPod(['tolerations'], added({ key: 'judged', operator: 'Exists' })),
  inPod(['imagePullSecrets'], added({ name: 'judged' })),
  inPod(['hostAliases'], added({ ip: '10.9.8.7', hostnames: ['b.example', 'a.example'] })),
  inPod(['containers', 0, 'env'], added({ name: 'JUDGED', value: '1' }, { name: 'A_JUDGE', value: '2' })),
  inPod(['containers', 0, 'env'], added({ name: 'JUDGED', value: '3' })),
  inPod(['containers', 0, 'env', 0], (was) => {
    const name = at(was, 'name');
    return typeof name === 'string' ? { name, valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } } : was;
  }),
  inPod(
    ['containers', 0, 'ports'],
    added({ containerPort: 5353, protocol: 'UDP' }, { containerPort: 5353, protocol: 'TCP' }),
  ),
  inPod(['containers', 0, 'volumeMounts'], added({ name: 'judged', mountPath: '/judged' })),
  (object, random) =>
    object.kind === 'Deployment'
      ? changedAt(object, ['spec', 'strategy'], () => strategyOf(random))
      : undefined,
  (object, random) =>
    changedAt(object, ['metadata', 'finalizers'], (was) =>
      isJsonArray(was) && random.below(2) === 0
        ? was.toSpliced(random.below(was.length), 1)
        : [...new Set([...(isJsonArray(was) ? was : []), random.pick(someFinalizers)])],
    ),
  (object) => changedAt(object, ['metadata', 'labels', 'judge.example/wave'], () => '2'),
  (object) => changedAt(object, ['metadata', 'creationTimestamp'], () => null),
  (object) =>
    object.kind === 'Service'
      ? changedAt(object, ['spec', 'ports'], added({ name: 'judged', port: 5353, protocol: 'UDP' }))
      : undefined,
];
