/** A bundle on one cluster with all that decides what Fleet does with it there -> the settings of a unit, and back. */
import { z } from 'zod';
import type { Json } from '../../object/json.ts';
import { helmRecord } from '../helm-record.ts';
import { settingsReader } from '../settings-of.ts';

const json: z.ZodType<Json> = z.json();
const record = z.record(z.string(), json);

const bundle = z.strictObject({
  workspace: z.string(),
  name: z.string(),
  /** The GitRepo of which it is. */
  repo: z.string(),
  directory: z.string(),
  /** Its `fleet.yaml`, or how it is called instead; null where it has none. */
  file: z.string().nullable(),
});

const cluster = z.strictObject({
  namespace: z.string(),
  name: z.string(),
  /** Where the agent of that cluster runs; empty where it is not known. */
  agentNamespace: z.string(),
  /** What the agent puts behind the ids of its sets; empty for the usual one. */
  scope: z.string(),
});

/** A ConfigMap or Secret of the target that `helm.valuesFrom` names, in order. */
const reference = z.strictObject({
  kind: z.enum(['ConfigMap', 'Secret']),
  namespace: z.string(),
  name: z.string(),
  key: z.string(),
  /** `seen`: `text` is what the key holds. `missing`: there is no such object or key. `unseen`: it was not read. */
  state: z.enum(['seen', 'missing', 'unseen']),
  text: z.string(),
});

const schema = z.strictObject({
  bundle,
  cluster,
  /** A digest of the names and contents of its files. */
  content: z.string(),
  /** What was to be deployed of it last, was. */
  settled: z.boolean(),
  /** BundleDeploymentOptions as Fleet's controller merges them, with the values evaluated. */
  options: record,
  /** Why Fleet makes nothing of it; null where it does. Raw. */
  problem: z.string().nullable(),
  /** Why its values are not known here; null where they are. Raw. */
  unseen: z.string().nullable(),
  valuesFrom: z.array(reference),
  rollout: z.strictObject({
    /** Null where all clusters are in one. */
    partition: z.string().nullable(),
    paused: z.boolean(),
    offSchedule: z.boolean(),
    dependsOn: z.array(z.string()),
  }),
  source: z.strictObject({
    /** What the GitRepo follows is what the merge moves. */
    moves: z.boolean(),
    /** In seconds; null where it is not polled. */
    polling: z.number().nullable(),
  }),
  installation: z.strictObject({
    namespace: z.string(),
    /** Such as `v0.15.0`; null where it is not known. */
    version: z.string().nullable(),
  }),
  /** Whether the ServiceAccount `fleet-default` is beside the agent; null where it was not seen. */
  defaultAccount: z.boolean().nullable(),
  /** Newest first; empty where there is none. What was deployed last may have another name than what will be. */
  releases: z.array(helmRecord),
  /** Why the records could not be read; null where they could. */
  releaseUnread: z.string().nullable(),
});

export type FleetUnit = z.output<typeof schema>;
export type FleetReference = z.output<typeof reference>;

/** Throws only for a unit that fleet/ did not make. */
export const fleetUnit = settingsReader(schema);
