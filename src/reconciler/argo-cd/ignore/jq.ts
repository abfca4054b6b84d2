/**
 * An object and a jq path expression -> the object without what the expression finds.
 *
 * Argo CD runs `del(expression)` by gojq with a second for each; here it is jq itself, in a thread without files or
 * environment. Where the two differ (github.com/itchyny/gojq, "Difference to jq"), an expression that gojq does not
 * compile is told, and the rest does not matter to a deletion: gojq sorts keys, has integers of any size and no colors.
 */
import { isJsonObject, jsonIn, type JsonObject } from '../../../object/json.ts';
import { JqThreads } from './jq-threads.ts';
import { Timeouts } from './timeouts.ts';

export type JqAnswer =
  | { readonly kind: 'object'; readonly object: JsonObject }
  /** Argo CD logs it, and compares the object as it was. */
  | { readonly kind: 'skipped'; readonly why: 'error' | 'no single object' | 'time-out' }
  /** Argo CD compares nothing of the Application: ComparisonError, and no sync. */
  | { readonly kind: 'not-compiled' };

/** gojq's name space is smaller where it has no input, terminal or modules (or no order of keys). */
const unknownToGojq =
  /(?<![\w.$@])(?:inputs?|debug|stderr|input_line_number|get_search_list|keys_unsorted|modulemeta)(?!\w|\s*:)/u;

const textOrComment = /"(?:[^"\\]|\\.)*"|#[^\n]*/gu;

export async function withoutFound(object: JsonObject, expression: string): Promise<JqAnswer> {
  if (unknownToGojq.test(expression.replaceAll(textOrComment, '""'))) return { kind: 'not-compiled' };
  // One line, as in Argo CD: a comment takes the closing bracket with it.
  const program = `def env: {}; {} as $ENV | del(${expression})`;
  if (timeouts.isTooMany(expression)) return { kind: 'skipped', why: 'time-out' };
  const said = await threads.ask({ program, input: JSON.stringify(object) });
  if (said === undefined) {
    timeouts.add(expression);
    return { kind: 'skipped', why: 'time-out' };
  }
  if (said.exitCode === compileError) return { kind: 'not-compiled' };
  if (said.exitCode !== 0) return { kind: 'skipped', why: 'error' };
  const result = single(said.stdout);
  return result === undefined
    ? { kind: 'skipped', why: 'no single object' }
    : { kind: 'object', object: result };
}

const compileError = 3;

const threads = new JqThreads();
const timeouts = new Timeouts();

function single(stdout: string): JsonObject | undefined {
  if (stdout === '' || stdout.includes('\n')) return undefined;
  const value = jsonIn(stdout);
  return isJsonObject(value) ? value : undefined;
}
