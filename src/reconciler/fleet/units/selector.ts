/** A Kubernetes label selector -> whether a set of labels matches it; undefined where it is none. */
import { at, isJsonObject } from '../../../object/json.ts';
import type { Json } from '../../../object/json.ts';
import { listAt, textAt, textMapAt, textsAt } from '../../../object/fields.ts';

type Labels = Readonly<Record<string, string>>;

interface Requirement {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** An empty one matches everything. */
export function selectorOf(selector: Json | undefined): ((labels: Labels) => boolean) | undefined {
  if (!isJsonObject(selector)) return undefined;
  const requirements: readonly Requirement[] = [
    ...Object.entries(textMapAt(selector, 'matchLabels')).map(([key, value]) => ({
      key,
      operator: 'In',
      values: [value],
    })),
    ...listAt(selector, 'matchExpressions').map((each) => ({
      key: textAt(each, 'key'),
      operator: textAt(each, 'operator'),
      values: textsAt(each, 'values'),
    })),
  ];
  if (at(selector, 'matchLabels') !== undefined && !isJsonObject(at(selector, 'matchLabels') ?? null))
    return undefined;
  if (!requirements.every(isSound)) return undefined;
  return (labels) => requirements.every((each) => matches(each, labels));
}

function isSound({ key, operator, values }: Requirement): boolean {
  if (key === '') return false;
  if (operator === 'In' || operator === 'NotIn') return values.length > 0;
  return (operator === 'Exists' || operator === 'DoesNotExist') && values.length === 0;
}

function matches({ key, operator, values }: Requirement, labels: Labels): boolean {
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
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
