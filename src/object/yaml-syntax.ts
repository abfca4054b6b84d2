/** The text of one YAML document -> its syntax tree, or why not; bounded in depth, size and time. */
import { Composer, Lexer, Parser } from 'yaml';
import type { CST, Document } from 'yaml';

export interface SyntaxProblem {
  readonly kind: 'problem';
  readonly message: string;
  /** Offset in the text. */
  readonly offset: number;
  /** A limit of Proofline's own: other readers may take the text. */
  readonly limit?: true;
}

export type Syntax =
  | { readonly kind: 'tree'; readonly documents: readonly Document.Parsed[] }
  | SyntaxProblem;

/** Deeper than any real object (the deepest schemas reach about 60), and far from the end of the call stack. */
export const maxDepth = 400;
/** About 3 MB of usual YAML; an API server takes no larger body (facts/kubernetes.md §1.1). Keeps memory under 250 MB. */
const maxLexemes = 600_000;

/** Only syntax: what a scalar means, whether keys repeat and what an alias gives is decided in yaml-value.ts. */
const options = {
  schema: 'failsafe',
  version: '1.1',
  uniqueKeys: false,
  merge: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const;

export function syntaxOf(text: string): Syntax {
  const tokens = tokensOf(text);
  if ('kind' in tokens) return tokens;
  const documents = composed(tokens, text.length);
  for (const document of documents) {
    const error = document.errors[0];
    if (error !== undefined) return { kind: 'problem', message: error.message, offset: error.pos[0] };
    if (document.directives.yaml.explicit === true && document.directives.yaml.version !== '1.1') {
      return { kind: 'problem', message: 'kubectl reads YAML 1.1 only', offset: 0 };
    }
  }
  return { kind: 'tree', documents };
}

/** A hostile text has hundreds of thousands of errors, of which one is told: their stack traces cost most of the time. */
function composed(tokens: readonly CST.Token[], length: number): readonly Document.Parsed[] {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return [...new Composer(options).compose(tokens, false, length)];
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The parser keeps its own stack, the composer after it calls itself: depth is checked between the two. */
function tokensOf(text: string): CST.Token[] | SyntaxProblem {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let lexemes = 0;
  for (const lexeme of new Lexer().lex(text)) {
    lexemes += 1;
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (parser.stack.length > maxDepth) {
      const message = `nested deeper than ${maxDepth} levels`;
      return { kind: 'problem', message, offset: parser.offset, limit: true };
    }
    if (lexemes > maxLexemes) {
      return {
        kind: 'problem',
        message: 'more content in one document than can be one object',
        offset: parser.offset,
        limit: true,
      };
    }
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}
