/** A Flux Kustomization or HelmRelease with all that decides what its controller does -> the settings of a unit, and back. */
import { z } from 'zod';
import type { Json } from '../../object/json.ts';
import { helmRecord } from '../helm-record.ts';
import { settingsReader } from '../settings-of.ts';
import type { Unit } from '../unit.ts';

const json: z.ZodType<Json> = z.json();
const record = z.record(z.string(), json);
const texts = z.record(z.string(), z.string());

/** The object as it is declared on this side. */
const declared = z.strictObject({
  namespace: z.string(),
  name: z.string(),
  labels: texts,
  annotations: texts,
  finalizers: z.array(z.string()),
  spec: record,
});

const gates = z.record(z.string(), z.boolean());

/** One Flux: the versions of its controllers, and those flags that change what is rendered, applied or pruned (facts §3, §4). */
const installation = z.strictObject({
  namespace: z.string(),
  /** Such as `v1.9.4`; null where it is not known and the newest judged one is taken for it. */
  versions: z.strictObject({
    source: z.string().nullable(),
    kustomize: z.string().nullable(),
    helm: z.string().nullable(),
  }),
  /** ServiceAccounts of the controllers, in the installation's namespace. */
  accounts: z.strictObject({ kustomize: z.string(), helm: z.string() }),
  /** `--default-service-account`, in the namespace of the unit's object; null without. */
  defaultAccounts: z.strictObject({ kustomize: z.string().nullable(), helm: z.string().nullable() }),
  noCrossNamespaceRefs: z.boolean(),
  noRemoteBases: z.boolean(),
  /** Whether a variable without value and default fails the build. */
  strictSubstitution: z.boolean(),
  /** Of kustomize-controller, by `--override-manager`: their fields are taken over, too. */
  overrideManagers: z.array(z.string()),
  /** Kinds of `--custom-apply-stage-kinds`, as `group/Kind`. */
  customStageKinds: z.array(z.string()),
  /** Gates that `--feature-gates` names; all others are as the version has them. */
  features: z.strictObject({ kustomize: gates, helm: gates }),
});

/** Present where it demands a signature. */
const verified = z.literal(true).exactOptional();

/** Where the content comes from, as the source object that it names says on this side. */
const source = z.discriminatedUnion('kind', [
  /** This repository. */
  z.strictObject({
    kind: z.literal('own'),
    /** `GitRepository/flux-system/flux-system`. */
    object: z.string(),
    /** What it follows is what the merge moves: else it will not be seen until the source names another revision. */
    moves: z.boolean(),
    /** What it follows, as a person says it: `branch main`, `tag v1.2.0`. */
    follows: z.string(),
    /** Its `spec.ignore`; null where the built-in list counts. */
    ignore: z.string().nullable(),
    suspended: z.boolean(),
    verified,
    /** Of the source, in seconds. */
    interval: z.number().nullable(),
    /** A Receiver names it: a push is then seen at once. */
    receiver: z.boolean(),
    /** Directories that alone are in the artifact, beside the files of the root; empty for all. */
    sparseCheckout: z.array(z.string()),
    /** Whether submodules are in the artifact. */
    submodules: z.boolean(),
  }),
  /** Another Git repository. */
  z.strictObject({
    kind: z.literal('git'),
    object: z.string(),
    url: z.string(),
    /** Branch, tag, commit, reference or range; never null for a GitRepository, whose default is `master`. */
    revision: z.string().nullable(),
    ignore: z.string().nullable(),
    suspended: z.boolean(),
    verified,
    interval: z.number().nullable(),
  }),
  /** A chart of a HelmRepository, or an OCIRepository that holds one. */
  z.strictObject({
    kind: z.literal('chart'),
    object: z.string(),
    /** `https://…` or `oci://…`, without the chart's name. */
    repository: z.string(),
    name: z.string(),
    version: z.string(),
    suspended: z.boolean(),
    verified,
    interval: z.number().nullable(),
  }),
  /** It could not be found, or is of a kind that cannot be fetched here; completes `… cannot be rendered: `. */
  z.strictObject({ kind: z.literal('unseen'), object: z.string(), why: z.string() }),
]);

/** One entry of `substituteFrom` or `valuesFrom`, in order. */
const reference = z.strictObject({
  kind: z.enum(['ConfigMap', 'Secret']),
  name: z.string(),
  optional: z.boolean(),
  /**
   * `seen`: `data` is all of it. `opaque`: a Secret, of which only the keys are known (`data` has them, without
   * values). `missing`: there is none. `unseen`: it could not be read.
   */
  state: z.enum(['seen', 'opaque', 'missing', 'unseen']),
  data: texts,
});

const ready = z.strictObject({ status: z.string(), reason: z.string(), message: z.string() });

const liveKustomization = z.strictObject({
  uid: z.string(),
  generation: z.number(),
  annotations: texts,
  finalizers: z.array(z.string()),
  spec: record,
  /** `status.inventory.entries`; null without a status of it. */
  inventory: z.array(z.strictObject({ id: z.string(), v: z.string() })).nullable(),
  lastAppliedRevision: z.string().nullable(),
  lastAttemptedRevision: z.string().nullable(),
  ready: ready.nullable(),
});

const kustomization = z.strictObject({
  kind: z.literal('Kustomization'),
  /** Tells apart homes that nobody named; empty elsewhere. */
  scope: z.string(),
  declared,
  /** `cluster`: no source in Git declares it. */
  declaredIn: z.enum(['git', 'cluster']),
  /** Present where its home was not seen: it may live there although `live` is null. */
  unseen: z.literal(true).exactOptional(),
  live: liveKustomization.nullable(),
  installation,
  source,
  /** `postBuild.substituteFrom`, in order. */
  substituteFrom: z.array(reference),
});

const liveHelmRelease = z.strictObject({
  uid: z.string(),
  generation: z.number(),
  annotations: texts,
  finalizers: z.array(z.string()),
  spec: record,
  /** `status.history`, newest first. */
  history: z.array(record),
  status: record,
  ready: ready.nullable(),
});

const helmRelease = z.strictObject({
  kind: z.literal('HelmRelease'),
  /** Tells apart homes that nobody named; empty elsewhere. */
  scope: z.string(),
  declared,
  declaredIn: z.enum(['git', 'cluster']),
  /** Present where its home was not seen: it may live there although `live` is null. */
  unseen: z.literal(true).exactOptional(),
  live: liveHelmRelease.nullable(),
  installation,
  source,
  /** Of a chart in Git: its directory, in the source. */
  chartPath: z.string(),
  /** What `spec.chart.spec`, or the HelmChart of `spec.chartRef`, says beside chart, version and source. */
  chart: z.strictObject({
    /** Of the source, in order; each is merged over the one before, and all over the chart's own. */
    valuesFiles: z.array(z.string()),
    ignoreMissingValuesFiles: z.boolean(),
    /** `ChartVersion`: a chart in Git whose version stays is not seen to change. */
    reconcileStrategy: z.enum(['ChartVersion', 'Revision']),
    /** In seconds. */
    interval: z.number().nullable(),
  }),
  /** `valuesFrom`, in order. */
  valuesFrom: z.array(reference),
  /** Null where there is none yet. */
  release: helmRecord.nullable(),
  /** Why the record could not be read; null where it could, or where there is none. */
  releaseUnread: z.string().nullable(),
});

const schema = z.discriminatedUnion('kind', [kustomization, helmRelease]);

export type FluxUnit = z.output<typeof schema>;
export type KustomizationUnit = z.output<typeof kustomization>;
export type HelmReleaseUnit = z.output<typeof helmRelease>;
export type FluxInstallation = z.output<typeof installation>;
export type FluxSource = z.output<typeof source>;
export type FluxReference = z.output<typeof reference>;

/** Throws only for a unit that flux/ did not make. */
export const fluxUnit = settingsReader(schema);

/** Throws for a HelmRelease. */
export function kustomizationUnit(unit: Unit): KustomizationUnit {
  const settings = fluxUnit(unit);
  if (settings.kind !== 'Kustomization') throw new Error(`${unit.id} is no Kustomization`);
  return settings;
}

/** Throws for a Kustomization. */
export function helmReleaseUnit(unit: Unit): HelmReleaseUnit {
  const settings = fluxUnit(unit);
  if (settings.kind !== 'HelmRelease') throw new Error(`${unit.id} is no HelmRelease`);
  return settings;
}
