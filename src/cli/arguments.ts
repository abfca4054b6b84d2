/** Command-line words -> one command value, or what is wrong with them. */
import { parseArgs } from 'node:util';

import { installationKinds } from '../config/operator.ts';
import type { InstallationConfig } from '../config/operator.ts';
import type { SecretAccess } from '../kube/identity-rules.ts';
import { secretAccesses } from '../kube/identity-rules.ts';

export const formats = ['text', 'markdown', 'json'] as const;
export type Format = (typeof formats)[number];

export interface ReviewCommand {
  readonly kind: 'review';
  readonly base: string;
  /** Undefined for the working tree. */
  readonly head: string | undefined;
  readonly cluster:
    | { readonly kind: 'none' }
    | { readonly kind: 'context'; readonly name: string | undefined };
  /** Reconcilers that run in that cluster. */
  readonly installations: readonly Pick<InstallationConfig, 'kind' | 'namespace'>[];
  /** Hosts that charts and bases may be fetched from. */
  readonly remoteHosts: readonly string[];
  readonly format: Format;
  readonly path: string;
  /** kubectl diff's contract for the exit code instead of ours. */
  readonly diffExitCode: boolean;
}

export interface ClusterAddCommand {
  readonly kind: 'cluster-add';
  readonly context: string;
  readonly apply: boolean;
  readonly secrets: SecretAccess;
  readonly printKubeconfig: boolean;
}

export type Command =
  | ReviewCommand
  | ClusterAddCommand
  | { readonly kind: 'policy-check'; readonly path: string }
  | { readonly kind: 'serve' }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly why: string };

export const usage = `proofline review --base <revision> [--head <revision>] [path]
    Says what the difference between two revisions would do to the cluster.
    Without --head, the working tree of the checkout at path (default: here).
      --context <name>     kubeconfig context to ask; without it, the current one
      --no-cluster         compare the two renders only
      --argo-cd <ns>       an Argo CD runs in that namespace of the cluster (may be repeated)
      --flux <ns>          a Flux does, usually in flux-system (likewise)
      --fleet <ns>         a Rancher Fleet does, its controller usually in cattle-fleet-system (likewise)
      --remote-host <host> charts and bases may be fetched from it, as host or host:port,
                           after http:// where it has no TLS (may be repeated)
      --format <format>    text (default), markdown or json
      --diff-exit-code     exit 0 without difference, 1 with one, above 1 on error
    Exit code: 0 success, 1 a decision is needed or something would be refused, 2 not reviewed.

proofline cluster add <context> [--secrets <access>] [--apply] [--kubeconfig]
    Prints what a cluster needs so that Proofline may read and dry-run, and can never write.
      --secrets <access>   none (default): Secrets are not seen; dry-run: asked, their values masked;
                           read: also read: by name, by the label of clusters of an Argo CD, and the
                           records of Helm releases of Flux and Fleet
      --apply              create it in the cluster, with your own rights
      --kubeconfig         print a kubeconfig for that identity

proofline policy check [path]
    Validates .github/proofline.yml of a checkout.

proofline serve
    Runs the GitHub App; its settings come from the environment.

proofline --version | --help
`;

const options = {
  base: { type: 'string' },
  head: { type: 'string' },
  context: { type: 'string' },
  'no-cluster': { type: 'boolean', default: false },
  'argo-cd': { type: 'string', multiple: true },
  flux: { type: 'string', multiple: true },
  fleet: { type: 'string', multiple: true },
  'remote-host': { type: 'string', multiple: true },
  format: { type: 'string', default: 'text' },
  'diff-exit-code': { type: 'boolean', default: false },
  apply: { type: 'boolean', default: false },
  secrets: { type: 'string', default: 'none' },
  kubeconfig: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof parse>['values'];

function parse(argv: readonly string[]) {
  return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
}

export function readArguments(argv: readonly string[]): Command {
  let parsed;
  try {
    parsed = parse(argv);
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = parsed;
  if (values.version) return { kind: 'version' };
  if (values.help || positionals.length === 0) return { kind: 'help' };
  const [name, ...rest] = positionals;
  const read = commands.get(name ?? '');
  return read === undefined ? wrong(`there is no command “${name ?? ''}”`) : read(values, rest);
}

const commands: ReadonlyMap<string, (values: Values, rest: readonly string[]) => Command> = new Map([
  ['review', readReview],
  ['cluster', readClusterAdd],
  ['policy', (_: Values, rest: readonly string[]) => readPolicyCheck(rest)],
  ['serve', (_: Values, rest: readonly string[]) => readServe(rest)],
]);

function readServe(rest: readonly string[]): Command {
  return rest.length === 0 ? { kind: 'serve' } : wrong('serve takes no arguments');
}

function readReview(values: Values, [path, ...more]: readonly string[]): Command {
  if (more.length > 0) return wrong('review takes one path');
  if (values.base === undefined) return wrong('review needs --base <revision>');
  const needsCluster = (['context', ...installationKinds] as const).find(
    (option) => values[option] !== undefined,
  );
  if (values['no-cluster'] && needsCluster !== undefined) {
    return wrong(`--${needsCluster} and --no-cluster exclude each other`);
  }
  const format = formats.find((each) => each === values.format);
  if (format === undefined) return wrong(`--format is one of ${formats.join(', ')}`);
  return {
    kind: 'review',
    base: values.base,
    head: values.head,
    cluster: values['no-cluster'] ? { kind: 'none' } : { kind: 'context', name: values.context },
    installations: installationKinds.flatMap((kind) =>
      (values[kind] ?? []).map((namespace) => ({ kind, namespace })),
    ),
    remoteHosts: values['remote-host'] ?? [],
    format,
    path: path ?? '.',
    diffExitCode: values['diff-exit-code'],
  };
}

function readClusterAdd(values: Values, [verb, context, ...more]: readonly string[]): Command {
  if (verb !== 'add' || context === undefined || more.length > 0) {
    return wrong('the form is: cluster add <context>');
  }
  const { apply, kubeconfig } = values;
  const secrets = secretAccesses.find((each) => each === values.secrets);
  if (secrets === undefined) return wrong(`--secrets is one of ${secretAccesses.join(', ')}`);
  return { kind: 'cluster-add', context, apply, secrets, printKubeconfig: kubeconfig };
}

function readPolicyCheck([verb, path, ...more]: readonly string[]): Command {
  if (verb !== 'check' || more.length > 0) return wrong('the form is: policy check [path]');
  return { kind: 'policy-check', path: path ?? '.' };
}

function wrong(why: string): Command {
  return { kind: 'wrong', why };
}
