/** An Argo CD Application with all that decides what its sync does -> the settings in a unit's declaration, and back. */
import { z } from 'zod';
import type { Json } from '../../object/json.ts';
import { settingsReader } from '../settings-of.ts';

const json: z.ZodType<Json> = z.json();
const record = z.record(z.string(), json);
const texts = z.record(z.string(), z.string());
const identity = z.strictObject({
  group: z.string(),
  kind: z.string(),
  namespace: z.string(),
  name: z.string(),
});

const application = z.strictObject({
  /** Of the control plane, where its object names none. */
  namespace: z.string(),
  name: z.string(),
  labels: texts,
  annotations: texts,
  finalizers: z.array(z.string()),
  /** The Application's spec, as declared (facts/reconcilers.md §1a). */
  spec: record,
  /** `namespace/name` of the ApplicationSet that generates it. */
  generatedBy: z.string().nullable(),
});

/** Of an ApplicationSet with RollingSync, which starts all syncs: the step from 1, null where it is in none. */
const rolling = z.strictObject({ step: z.number().nullable(), of: z.number() });

/** What a sync applied: one revision a source, and `source` or `sources` of a spec as they were then. */
const synced = z.strictObject({ revisions: z.array(z.string()), spec: record });

/** What the home cluster holds of the same Application. */
const liveApplication = z.strictObject({
  uid: z.string(),
  generation: z.number(),
  annotations: texts,
  finalizers: z.array(z.string()),
  spec: record,
  /** `status.resources`: what Argo CD counts as its own, live or declared, without hooks. */
  resources: z.array(identity),
  /** `status.sync.revision` or `revisions`: of the last comparison. */
  revisions: z.array(z.string()),
  /** `status.operationState.syncResult`: of the last sync; empty without one. */
  syncedRevisions: z.array(z.string()),
  /** The same, with its sources; null without one. */
  attempted: synced.nullable(),
  /** The last of `status.history`: of the last sync that was of all objects and succeeded; null without one. */
  deployed: synced.nullable(),
  /** `status.operationState`: of the last sync; null without one. */
  operation: z.strictObject({ phase: z.string(), hasResult: z.boolean() }).nullable(),
});

const ignoreRule = z.strictObject({
  group: z.string(),
  kind: z.string(),
  namespace: z.string().nullable(),
  name: z.string().nullable(),
  jsonPointers: z.array(z.string()),
  jqPathExpressions: z.array(z.string()),
  managedFieldsManagers: z.array(z.string()),
});

const kindFilter = z.strictObject({
  apiGroups: z.array(z.string()),
  kinds: z.array(z.string()),
  clusters: z.array(z.string()),
});

/** One Argo CD: its version and those settings that change what is rendered, compared or applied (facts §1, §7). */
const installation = z.strictObject({
  /** Where its control plane runs. */
  namespace: z.string(),
  /** Such as `v3.5.7`; null where it is not known and the newest judged one is taken for it. */
  version: z.string().nullable(),
  trackingMethod: z.enum(['annotation', 'annotation+label', 'label']),
  instanceLabelKey: z.string(),
  installationId: z.string().nullable(),
  /** Of argocd-cm; key `all` stands as group `*`, kind `*`. */
  ignoreDifferences: z.array(ignoreRule),
  ignoreResourceStatusField: z.enum(['all', 'crd', 'none']),
  ignoreAggregatedRoles: z.boolean(),
  /** Fields of custom kinds that are compared as a type of core Kubernetes, such as `core/v1/PodSpec`, writes them. */
  knownTypeFields: z.array(
    z.strictObject({ group: z.string(), kind: z.string(), field: z.string(), type: z.string() }),
  ),
  exclusions: z.array(kindFilter),
  inclusions: z.array(kindFilter),
  kustomizeBuildOptions: z.string(),
  /** By version, as `kustomize.path.<version>` and `kustomize.buildOptions.<version>` name them. */
  kustomizeVersions: z.record(z.string(), z.strictObject({ path: z.string(), buildOptions: z.string() })),
  enabledTools: z.array(z.enum(['helm', 'kustomize', 'jsonnet'])),
  /** URL schemes from which values files may come. */
  helmValuesSchemes: z.array(z.string()),
  serverSideDiff: z.boolean(),
  /** Bytes of the manifests of one directory; 0 for any number. */
  mostManifestBytes: z.number(),
  /** Whether a repository may hold links that lead out of it. */
  linksMayLeave: z.boolean(),
  impersonation: z.boolean(),
  /** Whether a sync fails where impersonation is on and the project names no account for the destination. */
  impersonationEnforced: z.boolean(),
  /** Of the application controller, in its own namespace. */
  controllerServiceAccount: z.string(),
});

/** A destination that Argo CD knows by one of its cluster Secrets. */
const destination = z.strictObject({
  name: z.string(),
  server: z.string(),
  /** Namespaces that it is restricted to; empty for all. */
  namespaces: z.array(z.string()),
  project: z.string(),
});

const schema = z.strictObject({
  application,
  /** `cluster`: no source in Git declares it. */
  declaredIn: z.enum(['git', 'cluster']),
  rolling: rolling.nullable(),
  live: liveApplication.nullable(),
  /** The AppProject's spec; null where there is none of its name, or it cannot be seen. */
  project: record.nullable(),
  projectName: z.string(),
  /** Whether `project` is all that is known of it: null then says that there is none of that name. */
  projectKnown: z.boolean(),
  installation,
  /** Where it deploys to, as Argo CD knows it; null where that cannot be seen. */
  destination: destination.nullable(),
  /** Whether the clusters of its Argo CD were seen: null above then says that it has no such cluster, and syncs nothing. */
  destinationKnown: z.boolean(),
  /** Names or URLs of this repository in the Application's sources: those with these `repoURL`s are rendered from the tree. */
  ownRepositories: z.array(z.string()),
  /** What `targetRevision` of an own source resolves to after the merge: the tree under review, or something that stays. */
  moves: z.boolean(),
  /** Of a `sourceHydrator`: the merge moves the branch that is hydrated, and so what it renders is what lands. */
  rendersDrySource: z.boolean(),
  /** Nothing that the pull request changes is where its annotation manifest-generate-paths has Argo CD look. */
  looksAway: z.boolean(),
});

export type ArgoUnit = z.output<typeof schema>;
export type Synced = z.output<typeof synced>;
export type Application = z.output<typeof application>;
export type LiveApplication = z.output<typeof liveApplication>;
export type ArgoInstallation = z.output<typeof installation>;
export type ArgoIgnoreRule = z.output<typeof ignoreRule>;
export type Destination = z.output<typeof destination>;

/** Throws only for a unit that argo-cd/ did not make. */
export const argoUnit = settingsReader(schema);
