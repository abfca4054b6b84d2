/** A configuration file and its schema -> the configuration, or one ConfigError that names every line. */
import type { z } from 'zod';
import { fieldText } from '../object/field-path.ts';
import { linesIn, readValues } from '../object/yaml.ts';
import type { OtherDocument } from '../object/yaml.ts';
import { ConfigError } from './config-error.ts';
import { issuesOf } from './issue-words.ts';

/** People write these by hand. */
const maxBytes = 1_000_000;

export interface ConfigFile {
  /** As it is to be named in messages. */
  readonly file: string;
  readonly content: Buffer | string;
}

/** An empty file means all defaults. Throws ConfigError. */
export function readConfig<Output>(source: ConfigFile, schema: z.ZodType<Output>): Output {
  const document = documentOf(source);
  const value = document?.value ?? {};
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const lineOf = document === undefined ? () => undefined : linesIn(document);
  const problems = issuesOf(parsed.error).map(({ path, words }) => ({
    line: lineOf(path),
    field: path.length === 0 ? '' : fieldText(path),
    words,
  }));
  problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  throw new ConfigError(source.file, problems);
}

function documentOf({ file, content }: ConfigFile): OtherDocument | undefined {
  const documents = readValues(file, content, { maxBytes });
  const problem = documents.find((document) => document.kind === 'problem');
  if (problem !== undefined) {
    throw new ConfigError(file, [{ line: problem.place.line, field: '', words: problem.message }]);
  }
  const [first, second] = documents.filter((document) => document.kind !== 'problem');
  if (second !== undefined) {
    throw new ConfigError(file, [{ line: second.place.line, field: '', words: 'a second document' }]);
  }
  return first;
}
