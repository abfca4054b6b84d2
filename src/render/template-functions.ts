/** Template files -> those that call functions whose answer is not in the source: the cluster, chance, the clock. */

export const functionKinds = ['cluster', 'chance', 'clock'] as const;
export type FunctionKind = (typeof functionKinds)[number];

/** Masterminds/sprig and Helm's own. `keys` and `values` give a map's members in another order each time. */
const functions: Readonly<Record<FunctionKind, readonly string[]>> = {
  cluster: ['lookup'],
  chance:
    'randAlphaNum randAlpha randNumeric randAscii randBytes randInt uuidv4 shuffle genPrivateKey genCA genCAWithKey genSelfSignedCert genSelfSignedCertWithKey genSignedCert genSignedCertWithKey bcrypt htpasswd encryptAES keys values'.split(
      ' ',
    ),
  clock: ['now', 'ago', 'date', 'dateInZone', 'date_in_zone', 'htmlDate', 'htmlDateInZone'],
};

/** Paths by what they call. */
export type Callers = Readonly<Record<FunctionKind, readonly string[]>>;

export function callersIn(texts: ReadonlyMap<string, string>): Callers {
  const called = [...texts].map(([path, text]) => [path, wordsIn(text)] as const);
  const callers = (kind: FunctionKind): readonly string[] =>
    called.filter(([, words]) => functions[kind].some((name) => words.has(name))).map(([path]) => path);
  return { cluster: callers('cluster'), chance: callers('chance'), clock: callers('clock') };
}

/** The bare words inside `{{ }}`: not fields, variables, or text in quotes. */
function wordsIn(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [, action = ''] of text.matchAll(/\{\{-?\s*(?!\/\*)(.*?)\}\}/gsu)) {
    const code = action.replaceAll(/"(?:[^"\\\n]|\\.)*"|`[^`]*`/gu, ' ');
    for (const [word] of code.matchAll(/(?<![.$\w])[a-zA-Z_]\w*/gu)) words.add(word);
  }
  return words;
}

/** Templates that write the number of the release's revision: only a release that is there already has another than 1. */
export function revisionReaders(texts: ReadonlyMap<string, string>): readonly string[] {
  return [...texts].filter(([, text]) => /\{\{[^{}]*\.Release\.Revision\b/u.test(text)).map(([path]) => path);
}
