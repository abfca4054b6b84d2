/** Build options of a reconciler's settings -> those that kustomize is given here, or why it cannot be run with them. */

/** What kustomize's words may be owed to this machine or to our refusal, and not to the source. */
export interface Withheld {
  readonly plugins: boolean;
  readonly helm: boolean;
  readonly files: boolean;
}

export type BuildOptions =
  | {
      readonly kind: 'options';
      /** The load restrictor first. */
      readonly args: readonly string[];
      readonly inflates: boolean;
      readonly withheld: Withheld;
    }
  | { readonly kind: 'refused'; readonly why: string };

type Treatment =
  /** Changes what is built, and nothing else. */
  | 'given'
  /** Runs code, or reaches outside: left out; what needs it then fails, and is a gap. */
  | 'withheld'
  | 'restrictor'
  | 'helm'
  /** Changes nothing that is built. */
  | 'idle';

const flags = new Map<string, { readonly treatment: Treatment; readonly takes: boolean }>([
  ['--load-restrictor', { treatment: 'restrictor', takes: true }],
  ['--enable-helm', { treatment: 'helm', takes: false }],
  ['--helm-kube-version', { treatment: 'given', takes: true }],
  ['--helm-api-versions', { treatment: 'given', takes: true }],
  ['--reorder', { treatment: 'given', takes: true }],
  ['--enable-managedby-label', { treatment: 'given', takes: false }],
  ['--enable-alpha-plugins', { treatment: 'withheld', takes: false }],
  ['--enable-exec', { treatment: 'withheld', takes: false }],
  ['--network', { treatment: 'withheld', takes: false }],
  ['--as-current-user', { treatment: 'withheld', takes: false }],
  ['--network-name', { treatment: 'withheld', takes: true }],
  ['--mount', { treatment: 'withheld', takes: true }],
  ['--env', { treatment: 'withheld', takes: true }],
  ['-e', { treatment: 'withheld', takes: true }],
  ['--helm-debug', { treatment: 'idle', takes: false }],
  ['--stack-trace', { treatment: 'idle', takes: false }],
]);

interface Option {
  readonly flag: string;
  readonly treatment: Treatment;
  /** Undefined where it takes none; of a switch, what stands behind `=`. */
  readonly value: string | undefined;
}

/** `options`: undefined where no settings say any; then only the confinement restricts, and what is withheld may be used. */
export function buildOptions(
  options: readonly string[] | undefined,
  confinement: 'full' | 'none',
): BuildOptions {
  if (options === undefined) {
    const withheld = { plugins: true, helm: true, files: confinement === 'none' };
    return { kind: 'options', args: [restrictor(confinement === 'full')], inflates: false, withheld };
  }
  const parsed = parse(options);
  if (typeof parsed === 'string') return { kind: 'refused', why: parsed };
  const on = parsed.filter(({ value }) => value !== 'false');
  const open = on.findLast(({ treatment }) => treatment === 'restrictor')?.value === 'LoadRestrictionsNone';
  const given = on.filter(({ treatment }) => treatment === 'given');
  return {
    kind: 'options',
    args: [
      restrictor(open && confinement === 'full'),
      ...given.map(({ flag, value }) => (value === undefined ? flag : `${flag}=${value}`)),
    ],
    inflates: on.some(({ treatment }) => treatment === 'helm'),
    withheld: {
      plugins: on.some(({ treatment }) => treatment === 'withheld'),
      helm: false,
      files: open && confinement === 'none',
    },
  };
}

function restrictor(open: boolean): string {
  return `--load-restrictor=${open ? 'LoadRestrictionsNone' : 'LoadRestrictionsRootOnly'}`;
}

/** A text is why they cannot be followed. */
function parse(options: readonly string[]): readonly Option[] | string {
  const parsed: Option[] = [];
  const pending = [...options];
  for (let word = pending.shift(); word !== undefined; word = pending.shift()) {
    const [flag = '', ...rest] = word.split('=');
    const known = flags.get(flag);
    if (known === undefined) return `the build option ${flag} of kustomize is not followed`;
    const inline = rest.length === 0 ? undefined : rest.join('=');
    const value = known.takes ? (inline ?? pending.shift()) : inline;
    parsed.push({ flag, treatment: known.treatment, value });
  }
  return parsed;
}
