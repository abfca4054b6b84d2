/** The Secret in which Helm keeps one revision of a release -> the release as it was applied (facts/reconcilers.md §4c). */
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { at, jsonIn, type Json, type JsonObject } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { learnFromValues, learnSecrets } from '../object/learn-secrets.ts';
import type { Mask } from '../object/masked.ts';
import { readYaml } from '../object/yaml.ts';

/** A Secret holds 1 MiB at most, which gzip could make a thousand times as much of. */
const mostBytes = 64 * 1024 * 1024;

const json: z.ZodType<Json> = z.json();
const values = z.record(z.string(), json);

/** One record of a Helm release, from its Secret; values and manifest are secret until masked. */
const revision = z.strictObject({
  name: z.string(),
  namespace: z.string(),
  version: z.number(),
  status: z.string(),
  /** `csa` for what Helm 3 made. */
  applyMethod: z.enum(['ssa', 'csa']),
  chartName: z.string(),
  chartVersion: z.string(),
  /** The values that it was given, all together, without those of the chart. */
  config: values,
  manifest: z.array(values),
  /** The objects of its hooks, with their annotations. */
  hooks: z.array(values),
});

/** The newest record of the Helm release that `status` names: in its storage namespace, by its name in `status.history`. */
export const helmRecord = revision.extend({
  /** Where the newest was not completed: the one that an upgrade starts from. */
  startsFrom: revision.exactOptional(),
});

export type HelmRecord = z.output<typeof helmRecord>;

/** As helm.sh/helm/v4/pkg/release/v1 writes it, as far as it is used here; `chart` holds all templates, too. */
const stored = z.object({
  name: z.string(),
  namespace: z.string().default(''),
  version: z.number(),
  info: z.object({ status: z.string() }),
  chart: z.object({ metadata: z.object({ name: z.string(), version: z.string().default('') }) }),
  config: z.record(z.string(), json).nullable().default({}),
  manifest: z.string().default(''),
  hooks: z
    .array(z.object({ manifest: z.string().default('') }))
    .nullable()
    .default([]),
  apply_method: z.string().default(''),
});

export type ReadRecord = HelmRecord | { readonly why: string };

/** `why` names no value of the record, and completes `its release record cannot be read: `. */
export function readRecord(secret: KubeObject): ReadRecord {
  const text = releaseIn(secret);
  if (typeof text !== 'string') return text;
  const parsed = stored.safeParse(jsonIn(text));
  if (!parsed.success) return { why: 'it is not in the form in which Helm writes releases' };
  const { data } = parsed;
  const manifest = objectsIn(data.manifest);
  const hooks = objectsIn((data.hooks ?? []).map((hook) => hook.manifest).join('\n---\n'));
  if (manifest === undefined || hooks === undefined) {
    return { why: 'its manifest cannot be read as YAML' };
  }
  return {
    name: data.name,
    namespace: data.namespace,
    version: data.version,
    status: data.info.status,
    applyMethod: data.apply_method === 'ssa' ? 'ssa' : 'csa',
    chartName: data.chart.metadata.name,
    chartVersion: data.chart.metadata.version,
    config: data.config ?? {},
    manifest: [...manifest],
    hooks: [...hooks],
  };
}

/** Its JSON: after the base64 of every Secret there is one of Helm's own, and gzip, which very old records lack. */
function releaseIn(secret: KubeObject): string | { readonly why: string } {
  const outer = at(secret, 'data', 'release');
  if (typeof outer !== 'string' || outer === '') return { why: 'the Secret holds no release' };
  const bytes = Buffer.from(Buffer.from(outer, 'base64').toString('latin1'), 'base64');
  const isZipped = bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 0x08;
  if (!isZipped) return bytes.toString('utf8');
  try {
    return gunzipSync(bytes, { maxOutputLength: mostBytes }).toString('utf8');
  } catch (error) {
    const isBomb = error instanceof RangeError;
    return {
      why: isBomb ? `unzipped it has more than ${mostBytes} bytes` : 'it cannot be unzipped',
    };
  }
}

function objectsIn(manifest: string): readonly KubeObject[] | undefined {
  const documents = readYaml('manifest', manifest, { maxBytes: mostBytes, repeats: 'last' });
  if (documents.some(({ kind }) => kind === 'problem')) return undefined;
  return documents.flatMap((document) => (document.kind === 'object' ? [document.object] : []));
}

/** To be called before anything of the release's unit is said. */
export function learnRecord(mask: Mask, record: HelmRecord): void {
  learnSecrets(mask, [...manifestOf(record), ...hooksOf(record)]);
  learnFromValues(mask, record.config);
}

export function manifestOf({ manifest }: Pick<HelmRecord, 'manifest'>): readonly KubeObject[] {
  return manifest.filter(isKubeObject);
}

export function hooksOf({ hooks }: Pick<HelmRecord, 'hooks'>): readonly KubeObject[] {
  return hooks.filter(isKubeObject);
}

function isKubeObject(value: JsonObject): value is KubeObject {
  const isNamed = typeof at(value, 'metadata', 'name') === 'string';
  return isNamed && typeof value['apiVersion'] === 'string' && typeof value['kind'] === 'string';
}

/**
 * All records of one release -> the newest, and the one from which Helm would upgrade where that is another: the
 * last one deployed, since a failed one was never completed (helm pkg/action/upgrade.go, prepareUpgrade).
 */
export function releaseOf(records: readonly HelmRecord[]): HelmRecord | undefined {
  const newestFirst = records.toSorted((a, b) => b.version - a.version);
  const [newest] = newestFirst;
  if (newest === undefined || newest.status === 'deployed') return newest;
  const deployed = newestFirst.find(({ status }) => status === 'deployed');
  return deployed === undefined ? newest : { ...newest, startsFrom: deployed };
}
