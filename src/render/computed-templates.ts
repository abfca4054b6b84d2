/** Template files -> those that give `tpl` a text that is built at render time, so that no file shows what it calls. */

/** What passes text on as it stands in values and files. All else can put a call together from pieces. */
const passing = new Set(
  (
    'toYaml toJson toPrettyJson toRawJson toString quote squote default required coalesce ternary typeIs kindIs eq ne ' +
    'not and or index get dig hasKey pluck first last trim indent nindent merge mergeOverwrite deepCopy pick omit dict ' +
    'list tuple empty contains if else range with end true false nil'
  ).split(' '),
);

const literal = /"(?:[^"\\\n]|\\.)*"|`[^`]*`/gu;
/** `.Files.Get` and where it reads: the files themselves are looked at. */
const file = /[$\w]*\.Files\.Get\s+/gu;

interface Template {
  readonly path: string;
  readonly actions: readonly string[];
}

export function computedIn(texts: ReadonlyMap<string, string>): readonly string[] {
  const templates = [...texts].map(([path, text]) => ({ path, actions: actionsIn(text) }));
  const given = templates.map((template) => argumentsOf(/(?<![.$\w"])(tpl)\s+/gu, template));
  // A helper gets its text by the name of a member of a dict.
  const members = new Set(given.flat().flatMap(({ text }) => /^\.(\w+)$/u.exec(text)?.[1] ?? []));
  return templates.flatMap((template, index) => {
    const direct = (given[index] ?? []).map(({ text }) => text);
    const relayed = argumentsOf(/"(\w+)"\s+/gu, template).filter(({ name }) => members.has(name));
    const built =
      template.actions.some((code) => code.length > longest && /\btpl\b/u.test(code)) ||
      direct.some((text) => /^["`]/u.test(text)) ||
      anyBuilt([...direct, ...relayed.map(({ text }) => text)], template);
    return built ? [template.path] : [];
  });
}

/** No person writes more between two braces. */
const longest = 10_000;

/** What stands between `{{` and `}}`, which may stand in a literal too. */
function actionsIn(text: string): readonly string[] {
  const action = /\{\{-?((?:"(?:[^"\\\n]|\\.){0,4000}"|`[^`]{0,4000}`|(?!\}\})[^"`]){0,10000})\}\}/suy;
  const actions: string[] = [];
  for (let at = text.indexOf('{{'); at !== -1;) {
    action.lastIndex = at;
    const code = action.exec(text)?.[1];
    const end = code === undefined ? text.indexOf('}}', at) + 2 : action.lastIndex;
    if (end === 1) break;
    const found = code ?? text.slice(at + 2, end - 2);
    if (!/^\s*\/\*/u.test(found)) actions.push(found);
    at = text.indexOf('{{', end);
  }
  return actions;
}

interface Argument {
  /** The function or the member that it is given to. */
  readonly name: string;
  readonly text: string;
}

function argumentsOf(start: RegExp, { actions }: Template): readonly Argument[] {
  return actions.flatMap((code) =>
    [...code.slice(0, longest).matchAll(start)].map((match) => ({
      name: match[1] ?? '',
      text: argumentAt(code, match.index + match[0].length),
    })),
  );
}

/** One word, one literal, or all up to the closing parenthesis. */
function argumentAt(code: string, start: number): string {
  if (code[start] !== '(')
    return /^(?:"(?:[^"\\\n]|\\.)*"|`[^`]*`|[^\s()]+)/u.exec(code.slice(start))?.[0] ?? '';
  const rest = code.slice(start).replaceAll(literal, (text) => text.replaceAll(/[()]/gu, ' '));
  let depth = 0;
  for (let index = 0; index < rest.length; index += 1) {
    if (rest[index] === '(') depth += 1;
    if (rest[index] === ')') depth -= 1;
    if (depth === 0) return code.slice(start, start + index + 1);
  }
  return code.slice(start);
}

/** Of the expressions, and of what their variables are set to. */
function anyBuilt(expressions: readonly string[], { actions }: Template): boolean {
  if (expressions.length === 0) return false;
  const values = Map.groupBy(
    actions.flatMap((code) => {
      const groups = /\$(?<name>\w+)\s*:?=\s*(?<value>.*)$/su.exec(code)?.groups;
      return groups ? [{ name: groups['name'] ?? '', value: groups['value'] ?? '' }] : [];
    }),
    ({ name }) => name,
  );
  const seen = new Set<string>();
  const pending = [...expressions];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const own = withoutFiles(next);
    if (own.length > longest || isBuilt(own)) return true;
    for (const [, name = ''] of own.replaceAll(literal, ' ').matchAll(/\$(\w+)(?![.\w])/gu)) {
      if (!seen.has(name)) pending.push(...(values.get(name) ?? []).map(({ value }) => value));
      seen.add(name);
    }
  }
  return false;
}

function isBuilt(expression: string): boolean {
  if ([...expression.matchAll(literal)].some(([text]) => text.includes('{{'))) return true;
  const code = expression.replaceAll(literal, ' ');
  return [...code.matchAll(/(?<![.$\w])[a-zA-Z_]\w*/gu)].some(([word]) => !passing.has(word));
}

function withoutFiles(expression: string): string {
  let rest = expression;
  for (const match of [...expression.slice(0, longest).matchAll(file)].toReversed()) {
    const start = match.index + match[0].length;
    rest = rest.slice(0, match.index) + rest.slice(start + argumentAt(rest, start).length);
  }
  return rest;
}
