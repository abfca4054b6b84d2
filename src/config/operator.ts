/** The operator's file (PROOFLINE_CONFIG) -> clusters, who may use them, limits. */
import { z } from 'zod';
import { readConfig } from './read-config.ts';
import type { ConfigFile } from './read-config.ts';
import { misnamedHosts, remoteHost } from './remote-host.ts';
import type { RemoteHostConfig } from './remote-host.ts';

export type ClusterReach =
  | { readonly kubeconfig: string; readonly context?: string | undefined }
  | { readonly inCluster: true };

export interface ClusterConfig {
  readonly name: string;
  readonly reach: ClusterReach;
  readonly allowUnguarded: boolean;
  readonly concurrency: number;
  readonly knownAs: readonly string[];
  readonly production: boolean;
}

export const installationKinds = ['argo-cd', 'flux', 'fleet'] as const;

/** A reconciler that runs in a cluster. */
export interface InstallationConfig {
  readonly kind: (typeof installationKinds)[number];
  /** Its home cluster. */
  readonly cluster: string;
  readonly namespace: string;
  readonly version?: string | undefined;
  readonly appliesAs: readonly {
    readonly cluster: string;
    readonly namespace: string;
    readonly serviceAccount: string;
  }[];
}

export interface RepositoryGrant {
  /** `owner/name`; `*` stands for any part. */
  readonly match: string;
  readonly clusters: readonly string[];
  readonly remotes: readonly string[];
  readonly namespaces: readonly string[];
  readonly branches: readonly string[];
}

export interface OperatorLimits {
  readonly unitSeconds: number;
  readonly reviewSeconds: number;
}

export interface OperatorConfig {
  readonly clusters: readonly ClusterConfig[];
  readonly installations: readonly InstallationConfig[];
  readonly remotes: readonly RemoteHostConfig[];
  readonly repositories: readonly RepositoryGrant[];
  readonly limits: OperatorLimits;
  readonly fingerprintKeyFile?: string | undefined;
}

const reach = z.union(
  [
    z.strictObject({
      kubeconfig: z.string().min(1).describe('Path of a kubeconfig file on the machine that runs Proofline.'),
      context: z.string().min(1).optional().describe('Its context; without it, its current context.'),
    }),
    z.strictObject({
      inCluster: z
        .literal(true)
        .describe("Use the Pod's own ServiceAccount: Proofline runs in this cluster."),
    }),
  ],
  { error: 'must have either kubeconfig (and perhaps context) or inCluster: true' },
);

const cluster = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?$/, 'must be lower-case letters, digits, dots and dashes')
    .describe('The name by which reviews and repositories call this cluster.'),
  reach: reach.describe(
    "How its API server is reached. Use the identity that `proofline cluster add` makes, never an administrator's.",
  ),
  allowUnguarded: z
    .boolean()
    .default(false)
    .describe(
      'Dry-run although the admission policy that keeps this credential from writing is missing. Every review then says so.',
    ),
  concurrency: z
    .int()
    .min(1)
    .max(200)
    .default(24)
    .describe('Most requests in flight to its API server, over all reviews.'),
  knownAs: z
    .array(z.string().min(1))
    .default([])
    .describe(
      "Other names by which reconcilers know it: a server address as Argo CD's cluster Secrets have it; `<namespace>/<name>` of the Secret or ConfigMap that a `kubeConfig` of Flux names; `<namespace>/<name>` of a Fleet Cluster, or its name alone. The home cluster of an installation needs none for itself.",
    ),
  production: z.boolean().default(false).describe('Whether it serves users.'),
});

const installation = z.strictObject({
  kind: z.enum(installationKinds).describe('Which reconciler it is: Argo CD, Flux or Rancher Fleet.'),
  cluster: z.string().describe('The cluster in which it runs.'),
  namespace: z
    .string()
    .min(1)
    .describe(
      'The namespace in which its controllers run: usually `argocd`, `flux-system` or `cattle-fleet-system`.',
    ),
  version: z
    .string()
    .regex(/^v?\d+\.\d+\.\d+/, 'must look like v3.5.7')
    .optional()
    .describe(
      'Its version, of Flux that of the release and not of a controller; without it, that of the image that its controller runs.',
    ),
  appliesAs: z
    .array(
      z.strictObject({
        cluster: z.string().describe('The target cluster.'),
        namespace: z.string().min(1).describe('Of the ServiceAccount.'),
        serviceAccount: z.string().min(1).describe('The ServiceAccount behind its credential there.'),
      }),
    )
    .default([])
    .describe(
      'As whom an Argo CD or a Flux applies to clusters other than its own: there the rights of that identity are reviewed. An agent of Fleet needs no entry.',
    ),
});

const grant = z.strictObject({
  match: z
    .string()
    .regex(/^[\w.*-]+\/[\w.*-]+$/, 'must look like owner/name, where * stands for any text')
    .describe('Repositories by `owner/name`; `*` stands for any text inside one part.'),
  clusters: z
    .array(z.string())
    .default([])
    .describe('Names of clusters that their pull requests are asked about.'),
  remotes: z
    .array(z.string())
    .default([])
    .describe('Hosts of `remotes` that their charts, bases and files may come from.'),
  namespaces: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Namespaces whose live objects their reviews may show, even those that no unit of theirs manages; `*` stands for any text. All else is named but not shown.',
    ),
  branches: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Base branches, besides the default one, whose pull requests are reviewed; `*` stands for any text. What base declares and configures is trusted, so name only branches that nobody can push to without a review.',
    ),
});

const limits = z.strictObject({
  unitSeconds: z
    .int()
    .min(1)
    .max(3600)
    .default(120)
    .describe('Deadline for all that one unit asks of its cluster; what has no answer by then is not seen.'),
  reviewSeconds: z
    .int()
    .min(1)
    .max(7200)
    .default(900)
    .describe('Deadline for one review; its check then concludes as timed out.'),
});

export const operatorSchema = z
  .strictObject({
    clusters: z
      .array(cluster)
      .default([])
      .describe('Clusters that reviews may ask. Without any, reviews compare what is rendered.'),
    installations: z
      .array(installation)
      .default([])
      .describe(
        'Reconcilers that run in these clusters; a repository sees those in clusters that it may use.',
      ),
    remotes: z
      .array(remoteHost)
      .default([])
      .describe('Hosts outside the repository that charts, bases and files may be fetched from.'),
    repositories: z
      .array(grant)
      .default([])
      .describe(
        'What a repository may use: the sum of all entries that match it. A repository without an entry reaches no cluster.',
      ),
    limits: limits.prefault({}).describe('Limits of work.'),
    fingerprintKeyFile: z
      .string()
      .min(1)
      .optional()
      .describe(
        'File with the key (32 bytes or more) to which approvals are bound. Keep it: a new key voids all approvals. Without it no approval counts.',
      ),
  })
  .check((check) => {
    const names = new Set<string>();
    for (const [index, { name }] of check.value.clusters.entries()) {
      if (names.has(name)) {
        check.issues.push({
          code: 'custom',
          path: ['clusters', index, 'name'],
          message: 'is there twice',
          input: name,
        });
      }
      names.add(name);
    }
    const { repositories, installations } = check.value;
    const named = [
      ...repositories.flatMap(({ clusters }, index) =>
        clusters.map((name, position) => ({ name, path: ['repositories', index, 'clusters', position] })),
      ),
      ...installations.flatMap(({ cluster: home, appliesAs }, index) => [
        { name: home, path: ['installations', index, 'cluster'] },
        ...appliesAs.map(({ cluster: target }, position) => ({
          name: target,
          path: ['installations', index, 'appliesAs', position, 'cluster'],
        })),
      ]),
    ];
    for (const { name, path } of named) {
      if (names.has(name)) continue;
      check.issues.push({ code: 'custom', path, message: 'names no cluster of this file', input: name });
    }
  })
  .check((check) => {
    for (const issue of misnamedHosts(check.value)) check.issues.push({ code: 'custom', ...issue });
  });

/** Without a file. */
export const defaultOperatorConfig: OperatorConfig = operatorSchema.parse({});

/** Throws ConfigError. */
export function parseOperatorConfig(source: ConfigFile): OperatorConfig {
  return readConfig(source, operatorSchema);
}
