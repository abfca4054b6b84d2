/** Edits of what runs: containers, their images, variables, arguments, and what a Pod's spec may leave out. */
import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { changedAt, inserted, type Change, type Step } from './change-at.ts';
import type { Edit } from './edits.ts';
import type { Random } from './random.ts';

export function podSpec({ kind, ...object }: KubeObject): readonly Step[] | undefined {
  if (kind === 'Pod') return ['spec'];
  const path: readonly Step[] =
    kind === 'CronJob' ? ['spec', 'jobTemplate', 'spec', 'template', 'spec'] : ['spec', 'template', 'spec'];
  return isJsonArray(at(object, ...path, 'containers')) ? path : undefined;
}

interface Found {
  readonly path: readonly Step[];
  readonly container: JsonObject;
}

function someContainer(object: KubeObject, random: Random): Found | undefined {
  const spec = podSpec(object);
  const list = spec === undefined ? undefined : at(object, ...spec, 'containers');
  if (spec === undefined || !isJsonArray(list) || list.length === 0) return undefined;
  const index = random.below(list.length);
  const container = list[index];
  return isJsonObject(container) ? { path: [...spec, 'containers', index], container } : undefined;
}

function inContainer(
  name: string,
  field: string,
  change: (was: Json | undefined, random: Random) => Json | undefined,
): Edit {
  return {
    name,
    apply(object, random) {
      const found = someContainer(object, random);
      const next = found === undefined ? undefined : change(found.container[field], random);
      return found === undefined || next === undefined
        ? undefined
        : changedAt(object, [...found.path, field], () => next);
    },
  };
}

function without(name: string, fields: readonly string[], where: 'container' | 'pod'): Edit {
  return {
    name,
    apply(object, random) {
      const path = where === 'pod' ? podSpec(object) : someContainer(object, random)?.path;
      const there =
        path === undefined ? [] : fields.filter((field) => at(object, ...path, field) !== undefined);
      if (path === undefined || there.length === 0) return undefined;
      return changedAt(object, [...path, random.pick(there)], () => undefined);
    },
  };
}

const inMillis: Change = (was) => {
  const whole = typeof was === 'number' ? String(was) : was;
  return typeof whole === 'string' && /^\d{1,6}$/u.test(whole) ? `${whole}000m` : undefined;
};

const inMebi: Change = (was) =>
  typeof was === 'string' && /^\d{1,6}Gi$/u.test(was)
    ? `${String(Number.parseInt(was, 10) * 1024)}Mi`
    : undefined;

/** The same amount in another unit, which the API server writes as it was before. */
function inOtherUnits(resources: Json | undefined): Json | undefined {
  if (!isJsonObject(resources)) return undefined;
  let found = false;
  const rewritten: Record<string, Json> = {};
  for (const [side, amounts] of Object.entries(resources)) {
    const converted: Record<string, Json> = {};
    for (const [key, amount] of Object.entries(isJsonObject(amounts) ? amounts : {})) {
      const other = key === 'cpu' ? inMillis(amount) : inMebi(amount);
      found ||= other !== undefined;
      converted[key] = other ?? amount;
    }
    rewritten[side] = isJsonObject(amounts) ? converted : amounts;
  }
  return found ? rewritten : undefined;
}

export const editsOfPods: readonly Edit[] = [
  inContainer('image tag', 'image', (was) =>
    typeof was === 'string' ? `${was.replace(/[:@][^/]*$/u, '')}:judged` : undefined,
  ),
  inContainer('variable inserted', 'env', (was) =>
    inserted(isJsonArray(was) ? was : [], { name: 'JUDGE_WAVE', value: '2' }),
  ),
  inContainer('variables in another order', 'env', (was) =>
    isJsonArray(was) && was.length > 1 ? was.toReversed() : undefined,
  ),
  inContainer('argument inserted', 'args', (was) => inserted(isJsonArray(was) ? was : [], '--judged')),
  inContainer('other units', 'resources', inOtherUnits),
  inContainer(
    'default of a container written out',
    'terminationMessagePath',
    (was) => was ?? '/dev/termination-log',
  ),
  without(
    'field of a container removed',
    ['resources', 'livenessProbe', 'readinessProbe', 'imagePullPolicy', 'securityContext', 'env', 'args'],
    'container',
  ),
  without(
    'field of a Pod removed',
    [
      'tolerations',
      'affinity',
      'nodeSelector',
      'securityContext',
      'serviceAccountName',
      'restartPolicy',
      'dnsPolicy',
    ],
    'pod',
  ),
  {
    name: 'default of a Pod written out',
    apply(object) {
      const spec = podSpec(object);
      return spec && changedAt(object, [...spec, 'terminationGracePeriodSeconds'], (was) => was ?? 30);
    },
  },
];
