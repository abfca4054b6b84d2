/** A regular expression that anybody may have written, and a text -> whether it matches, in bounded time. */
import { createContext, Script } from 'node:vm';

/** Namespaces are short, and so are expressions for them: a longer one is nobody's. */
const longest = { source: 200, text: 63 };

/** Some need as many steps as there are ways to read a text, which no limit of lengths prevents. */
const timeoutMs = 50;

const asked = { source: '', text: '' };
const context = createContext(asked);
const script = new Script('new RegExp(source, "u").test(text)');

/** Those that took too long once, and would again for every Application. */
const endless = new Set<string>();

/** One that does not compile, or takes too long, matches nothing. */
export function matchesExpression(source: string, text: string): boolean {
  if (source.length > longest.source || text.length > longest.text || endless.has(source)) return false;
  Object.assign(asked, { source, text });
  try {
    return script.runInContext(context, { timeout: timeoutMs }) === true;
  } catch (error) {
    if (isTimeout(error)) endless.add(source);
    return false;
  }
}

function isTimeout(error: unknown): boolean {
  // It is an error of that context, and so none of this one's.
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
