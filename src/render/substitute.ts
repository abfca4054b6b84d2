/** Rendered objects and variables -> the objects after Flux's post-build substitution (fluxcd/pkg/kustomize, kustomize_varsub.go). */
import { at, isJsonObject } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { isUnseen, unseenEncoded } from '../object/unseen-value.ts';
import { readYaml } from '../object/yaml.ts';
import type { RenderStep } from '../reconciler/render-plan.ts';
import { SubstitutionError } from './envsubst-parse.ts';
import { substituted } from './envsubst.ts';
import type { LookUp } from './envsubst.ts';
import { goYamlText } from './go-yaml-text.ts';
import type { Failed, Made } from './rendering.ts';
import { limits } from './sandbox.ts';

type Substitution = Extract<RenderStep, { readonly kind: 'substitute' }>;

export type Substituted = { readonly kind: 'declared'; readonly declared: readonly Made[] } | Failed;

export function substitute(step: Substitution, declared: readonly Made[]): Substituted {
  const { variables, opaque, othersOpaque, always, fails } = step;
  const isIdle = Object.keys(variables).length + opaque.length === 0 && !othersOpaque && !always;
  if (isIdle && fails === undefined) return { kind: 'declared', declared };
  const lookUp = lookingUp(step);
  const done: Made[] = [];
  for (const one of declared) {
    const made = optsOut(one.object, step.optOut) ? one : substitutedIn(one, step, lookUp);
    if ('message' in made) return made;
    done.push(made);
  }
  return { kind: 'declared', declared: done };
}

function optsOut({ metadata }: KubeObject, key: string): boolean {
  return ['labels', 'annotations'].some((field) => at(metadata, field, key) === 'disabled');
}

function lookingUp({ variables, opaque, strict, othersOpaque }: Substitution): LookUp {
  const hidden = new Set(opaque);
  const unknown = { kind: 'unknown' } as const;
  return (name) => {
    if (hidden.has(name)) return unknown;
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (value !== undefined) return { kind: 'value', value };
    if (othersOpaque) return unknown;
    if (strict === 'no') return { kind: 'value', value: '' };
    return { kind: 'unset', isEmptyInOperators: strict === 'without-operator' };
  };
}

const variableName = /^[_a-zA-Z][_a-zA-Z0-9]*$/u;

function substitutedIn({ object, origin }: Made, step: Substitution, lookUp: LookUp): Made | Failed {
  const failed = (message: string): Failed => {
    const message_ = `post build failed for '${object.kind}/${object.metadata.name}': ${message}`;
    return { kind: 'failed', message: message_, place: origin };
  };
  const wrong = step.fails ?? wrongName(step);
  if (wrong !== undefined) return failed(wrong);
  if (!JSON.stringify(object).includes('$')) return { object, origin };
  const made = reread(object, lookUp);
  return typeof made === 'string' ? failed(made) : { object: made, origin };
}

function wrongName({ variables, opaque }: Substitution): string | undefined {
  const wrong = [...Object.keys(variables), ...opaque].find((name) => !variableName.test(name));
  return wrong === undefined
    ? undefined
    : `'${wrong}' var name is invalid, must match '${variableName.source}'`;
}

/** A text is why it cannot be read any more. */
function reread(object: KubeObject, lookUp: LookUp): KubeObject | string {
  try {
    const text = substituted(goYamlText(object), lookUp);
    const [document] = readYaml('the output', text, { repeats: 'last', maxBytes: limits.stdoutBytes });
    if (document?.kind === 'object') return decodable(document.object);
    return `YAMLToJSON: ${document?.kind === 'problem' ? document.message : 'it is no object any more'}`;
  } catch (error) {
    if (!(error instanceof SubstitutionError)) throw error;
    return `envsubst error: variable substitution failed: ${error.message}`;
  }
}

/** A Secret whose data is no base64 would be refused for what only stands in. */
function decodable(object: KubeObject): KubeObject {
  const { data } = object;
  if (object.kind !== 'Secret' || !isJsonObject(data)) return object;
  const members = Object.entries(data).map(
    ([key, value]) => [key, isUnseen(value) ? unseenEncoded : value] as const,
  );
  return { ...object, data: Object.fromEntries(members) };
}
