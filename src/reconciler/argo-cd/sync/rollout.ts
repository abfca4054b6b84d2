/** An Argo Rollout before and after -> how it brings its Pods out, what it takes them from, and what else its controller writes (facts/reconcilers.md §8). */
import { isDeepStrictEqual } from 'node:util';
import { identityOf, type Identity } from '../../../object/identity.ts';
import { at, isJsonArray, isJsonObject, type Json } from '../../../object/json.ts';
import { namespaceOf, type KubeObject } from '../../../object/kube-object.ts';
import { editsOf, type ControllerEdit } from '../../rollout-edits.ts';
import { stepOf, type RolloutStep } from './rollout-step.ts';

export type RolloutStrategy =
  | {
      readonly kind: 'canary';
      readonly steps: readonly RolloutStep[];
      readonly hasTraffic: boolean;
      readonly analyses: readonly string[];
    }
  | {
      readonly kind: 'blue-green';
      /** Whether traffic moves to the new version without a person. */
      readonly promotes: boolean;
      readonly analyses: readonly string[];
    }
  | { readonly kind: 'none' };

/** Texts are the object's own, unmasked. */
export interface RolloutView {
  readonly strategy: RolloutStrategy;
  /** The workload that holds the Pod template, and so the images. */
  readonly workload: Identity | undefined;
  readonly edits: readonly ControllerEdit[];
}

export interface RolloutChange {
  readonly before: RolloutView | undefined;
  readonly after: RolloutView;
  readonly strategyChanges: boolean;
  /** New Pods, brought out by the new strategy; never true of a Rollout whose template stands elsewhere. */
  readonly startsRollout: boolean;
}

export function rolloutChange(before: KubeObject | undefined, after: KubeObject): RolloutChange {
  const was = before === undefined ? undefined : rolloutView(before);
  const is = rolloutView(after);
  return {
    before: was,
    after: is,
    strategyChanges: was !== undefined && !isDeepStrictEqual(was.strategy, is.strategy),
    startsRollout: before === undefined || !isDeepStrictEqual(templateOf(before), templateOf(after)),
  };
}

function templateOf(rollout: KubeObject): Json | undefined {
  return at(rollout, 'spec', 'template');
}

export function rolloutView(rollout: KubeObject): RolloutView {
  return {
    strategy: strategyOf(at(rollout, 'spec', 'strategy')),
    workload: workloadOf(rollout),
    edits: editsOf(rollout),
  };
}

function strategyOf(strategy: Json | undefined): RolloutStrategy {
  const canary = at(strategy, 'canary');
  if (isJsonObject(canary)) {
    const steps = canary['steps'];
    return {
      kind: 'canary',
      steps: isJsonArray(steps) ? steps.map(stepOf) : [],
      hasTraffic: isJsonObject(canary['trafficRouting']),
      analyses: templatesOf(canary['analysis']),
    };
  }
  const blueGreen = at(strategy, 'blueGreen');
  if (!isJsonObject(blueGreen)) return { kind: 'none' };
  const analyses = ['prePromotionAnalysis', 'postPromotionAnalysis'];
  return {
    kind: 'blue-green',
    promotes: blueGreen['autoPromotionEnabled'] !== false,
    analyses: analyses.flatMap((key) => templatesOf(blueGreen[key])),
  };
}

function templatesOf(analysis: Json | undefined): readonly string[] {
  const templates = at(analysis, 'templates');
  if (!isJsonArray(templates)) return [];
  return templates.flatMap((template) => {
    const name = at(template, 'templateName');
    return typeof name === 'string' ? [name] : [];
  });
}

function workloadOf(rollout: KubeObject): Identity | undefined {
  const apiVersion = at(rollout, 'spec', 'workloadRef', 'apiVersion');
  const kind = at(rollout, 'spec', 'workloadRef', 'kind');
  const name = at(rollout, 'spec', 'workloadRef', 'name');
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || typeof name !== 'string')
    return undefined;
  const { version: _version, ...identity } = identityOf({ apiVersion, kind, metadata: { name } });
  return { ...identity, namespace: namespaceOf(rollout) };
}
