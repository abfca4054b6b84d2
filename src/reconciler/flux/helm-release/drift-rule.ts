/** `driftDetection.ignore` and an object -> the JSON pointers that are left alone in it (fluxcd/pkg ssa/jsondiff/selector.go). */
import { listAt, objectAt, textAt, textsAt } from '../../../object/fields.ts';
import { identityOf } from '../../../object/identity.ts';
import type { Json, JsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';

export interface DriftRule {
  readonly paths: readonly string[];
  /** Of an object as the release has it. `unknown` where a pattern of the rule is none that is read here. */
  readonly matches: (object: KubeObject) => boolean | 'unknown';
}

export function driftRulesOf(spec: JsonObject): readonly DriftRule[] {
  return listAt(spec, 'driftDetection', 'ignore').map((rule) => ({
    paths: textsAt(rule, 'paths'),
    matches: (object) => matches(object, objectAt(rule, 'target')),
  }));
}

/** `unknown` where one rule that names paths cannot be read. */
export function ignoredIn(object: KubeObject, rules: readonly DriftRule[]): readonly string[] | 'unknown' {
  const found: string[] = [];
  for (const { paths, matches: isMeant } of rules) {
    const answer = isMeant(object);
    if (answer === 'unknown') return 'unknown';
    if (answer) found.push(...paths);
  }
  return found;
}

function matches(object: KubeObject, target: JsonObject): boolean | 'unknown' {
  const { group, version, kind, namespace, name } = identityOf(object);
  const texts = { group, version, kind, namespace, name };
  const answers = [
    ...Object.entries(texts).map(([key, text]) => matchesPattern(text, textAt(target, key))),
    matchesLabels(objectAt(object, 'metadata', 'labels'), textAt(target, 'labelSelector')),
    matchesLabels(objectAt(object, 'metadata', 'annotations'), textAt(target, 'annotationSelector')),
  ];
  if (answers.includes(false)) return false;
  return answers.includes('unknown') ? 'unknown' : true;
}

/** Whole names, alternatives of them, and `.*`: a regular expression of a pull request is run by nobody here. */
function matchesPattern(text: string, pattern: string): boolean | 'unknown' {
  if (pattern === '') return true;
  if (!/^[\w.*|-]+$/u.test(pattern) || /(?<!\.)\*|\*{2}/u.test(pattern)) return 'unknown';
  return pattern.split('|').some((alternative) => matchesParts(text, alternative.split('.*')));
}

function matchesParts(text: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false;
  const middle = text.slice(first.length, text.length - last.length);
  let at = 0;
  return rest.every((part) => {
    const found = middle.indexOf(part, at);
    at = found + part.length;
    return found >= 0;
  });
}

function matchesLabels(labels: JsonObject, selector: string): boolean | 'unknown' {
  if (selector === '') return true;
  const answers = selector.split(',').map((requirement) => meets(labels, requirement.trim()));
  if (answers.includes('unknown')) return 'unknown';
  return !answers.includes(false);
}

const requirement = /^(?<not>!?)(?<key>[\w./-]+)(?:\s*(?<operator>==?|!=)\s*(?<value>[\w.-]*))?$/u;

function meets(labels: JsonObject, text: string): boolean | 'unknown' {
  const { not, key = '', operator, value } = requirement.exec(text)?.groups ?? {};
  if (key === '' || (not === '!' && operator !== undefined)) return 'unknown';
  const has: Json | undefined = labels[key];
  if (operator === undefined) return (has !== undefined) === (not === '');
  return (has === value) === (operator !== '!=');
}
