/** A Kubernetes label selector -> whether a set of labels matches it, or why it is none. */
import { at, isJsonArray, isJsonObject, type Json } from '../../../object/json.ts';
import { error, made, type Outcome } from './side.ts';

export type Labels = ReadonlyMap<string, string>;
export type Selector = (labels: Labels) => boolean;

/** The selector of a generator takes any text as value, so that it can ask for a URL; that for Secrets does not. */
export function selectorOf(selector: Json | undefined, values: 'any' | 'label-values'): Outcome<Selector> {
  const requirements = [
    ...equalities(at(selector, 'matchLabels')),
    ...expressions(at(selector, 'matchExpressions')),
  ];
  for (const requirement of requirements) {
    const wrong = wrongWith(requirement, values);
    if (wrong !== undefined) return error(`error parsing label selector: ${wrong}`);
  }
  return made((labels) => requirements.every((requirement) => matches(requirement, labels)));
}

export function isEmptySelector(selector: Json | undefined): boolean {
  return (
    equalities(at(selector, 'matchLabels')).length + expressions(at(selector, 'matchExpressions')).length ===
    0
  );
}

interface Requirement {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
}

function equalities(labels: Json | undefined): readonly Requirement[] {
  if (!isJsonObject(labels)) return [];
  return Object.entries(labels).map(([key, value]) => ({ key, operator: 'In', values: [text(value)] }));
}

function expressions(given: Json | undefined): readonly Requirement[] {
  if (!isJsonArray(given)) return [];
  return given.map((expression) => {
    const values = at(expression, 'values');
    return {
      key: text(at(expression, 'key')),
      operator: text(at(expression, 'operator')),
      values: isJsonArray(values) ? values.map(text) : [],
    };
  });
}

const name = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const prefix = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

function wrongWith(
  { key, operator, values }: Requirement,
  allowed: 'any' | 'label-values',
): string | undefined {
  if (!isLabel(key)) return `${JSON.stringify(key)} is no label`;
  const bad = allowed === 'any' ? undefined : values.find((value) => !isLabelValue(value));
  if (bad !== undefined) return `${JSON.stringify(bad)} is no label value`;
  switch (operator) {
    case 'Exists':
    case 'DoesNotExist':
      return values.length > 0 ? `${operator} takes no values` : undefined;
    case 'In':
    case 'NotIn':
      return values.length === 0 ? `${operator} needs values` : undefined;
    default:
      return `${JSON.stringify(operator)} is no operator`;
  }
}

export function isLabelValue(value: string): boolean {
  return value === '' || name.test(value);
}

export function isLabel(key: string): boolean {
  const slash = key.indexOf('/');
  const isPrefixed = slash < 0 || (slash <= 253 && prefix.test(key.slice(0, slash)));
  return isPrefixed && name.test(key.slice(slash + 1));
}

function matches({ key, operator, values }: Requirement, labels: Labels): boolean {
  const value = labels.get(key);
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    default:
      return value === undefined;
  }
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
