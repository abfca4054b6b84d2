/** What zod found -> the field it is about and words that a person who writes the file understands. */
import type { core } from 'zod';
import type { FieldPath } from '../object/field-path.ts';

export interface Issue {
  readonly path: FieldPath;
  readonly words: string;
}

export function issuesOf(error: core.$ZodError): readonly Issue[] {
  return error.issues.flatMap((issue) => wordsOf(issue));
}

function wordsOf(issue: core.$ZodIssue): readonly Issue[] {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  if (issue.code !== 'unrecognized_keys') return [{ path, words: sentence(issue) }];
  return issue.keys.map((key) => ({ path: [...path, key], words: 'is not a field that Proofline knows' }));
}

function sentence(issue: core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return typeWords(issue.expected, issue.input);
  if (issue.code === 'invalid_value')
    return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}${unitOf(issue.origin)}`;
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}${unitOf(issue.origin)}`;
  return issue.message;
}

function unitOf(origin: string): string {
  return origin === 'string' ? ' characters' : '';
}

const articles: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map of fields',
  record: 'a map of fields',
};

function typeWords(expected: string, input: unknown): string {
  const wanted = articles[expected] ?? expected;
  if (input === undefined) return `is missing; it must be ${wanted}`;
  const given =
    input === null ? 'empty' : Array.isArray(input) ? 'a list' : (articles[typeof input] ?? typeof input);
  const hint = expected === 'string' && typeof input !== 'object' ? ' (put it in quotes)' : '';
  return `must be ${wanted}, but is ${given}${hint}`;
}
