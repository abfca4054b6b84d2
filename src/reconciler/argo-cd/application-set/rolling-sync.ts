/** A set with the strategy RollingSync -> its Applications without automated sync, each with the step that syncs it. */
import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { GeneratedApplication } from './side.ts';

type Rolling = NonNullable<GeneratedApplication['rolling']>;

/** Undefined with another strategy, or where the controller runs without progressive syncs, as it does by default. */
export function rollingStepsOf(set: KubeObject, progressiveSyncs: boolean): readonly Json[] | undefined {
  const strategy = at(set, 'spec', 'strategy');
  const steps = at(strategy, 'rollingSync', 'steps');
  if (!progressiveSyncs || at(strategy, 'type') !== 'RollingSync' || !isJsonArray(steps)) return undefined;
  return steps.length === 0 ? undefined : steps;
}

/** Of two steps that select it the first counts. */
export function rollingOf(application: KubeObject, steps: readonly Json[]): Rolling {
  const labels = application.metadata['labels'];
  const index = steps.findIndex((step) => selects(step, isJsonObject(labels) ? labels : {}));
  return { step: index < 0 ? undefined : index + 1, of: steps.length };
}

/** The controller syncs them itself. */
export function withoutAutomatedSync(application: KubeObject): KubeObject {
  const spec = application['spec'];
  const policy = at(spec, 'syncPolicy');
  const automated = at(policy, 'automated');
  if (!isJsonObject(spec) || !isJsonObject(policy) || !isJsonObject(automated)) return application;
  return {
    ...application,
    spec: { ...spec, syncPolicy: { ...policy, automated: { ...automated, enabled: false } } },
  };
}

function selects(step: Json, labels: JsonObject): boolean {
  const expressions = at(step, 'matchExpressions');
  return (isJsonArray(expressions) ? expressions : []).every((expression) => {
    const key = at(expression, 'key');
    const value = typeof key === 'string' && Object.hasOwn(labels, key) ? labels[key] : undefined;
    const operator = at(expression, 'operator');
    const values = at(expression, 'values');
    const isListed = isJsonArray(values) && value !== undefined && values.includes(value);
    if (operator === 'In') return isListed;
    return operator === 'NotIn' ? !isListed : value === undefined;
  });
}
