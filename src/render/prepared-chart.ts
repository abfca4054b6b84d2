/** A chart in the materialized tree -> the same as its source packs it: with other default values, and another version. */
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { isJsonObject } from '../object/json.ts';
import type { Json, JsonObject } from '../object/json.ts';
import { readValues } from '../object/yaml.ts';
import type { HelmPlan } from './placed-plan.ts';
import type { Failed } from './rendering.ts';

/** Undefined where nothing is wrong. */
export async function prepareChart(plan: HelmPlan, directory: string): Promise<Failed | undefined> {
  const { chartValues, versionMetadata } = plan;
  const chart = join(directory, plan.chart);
  if (versionMetadata !== undefined) {
    await edit(join(chart, 'Chart.yaml'), (text) =>
      text.replace(/^(version:\s*["']?[^\s"'#+]+)(?:\+[\w.-]+)?/mu, (_all, version: string) => {
        return `${version}+${versionMetadata}`;
      }),
    );
  }
  if (chartValues === undefined) return undefined;
  let merged: JsonObject = {};
  for (const file of chartValues.files) {
    const text = await textOf(join(directory, file));
    if (text === undefined && chartValues.ignoreMissing) continue;
    const values = text === undefined ? 'no such file' : valuesIn(file, text);
    if (typeof values === 'string') {
      const message = `no values can be read from the file at path '${file}': ${values}`;
      return { kind: 'failed', message, place: undefined };
    }
    merged = over(merged, values);
  }
  await edit(join(chart, 'values.yaml'), () => JSON.stringify(merged));
  return undefined;
}

async function edit(file: string, change: (text: string) => string): Promise<void> {
  const text = await textOf(file);
  if (text !== undefined) await chmod(file, 0o644);
  await writeFile(file, change(text ?? ''));
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A text is why there are none. */
function valuesIn(file: string, text: string): JsonObject | string {
  const [document] = readValues(file, text, { repeats: 'last' });
  if (document === undefined) return {};
  if (document.kind === 'problem') return document.message;
  return isJsonObject(document.value) ? document.value : 'it is no map';
}

/** Maps are merged, all else is replaced. */
function over(below: JsonObject, above: JsonObject): JsonObject {
  const all = new Map<string, Json>(Object.entries(below));
  for (const [key, value] of Object.entries(above)) {
    const old = all.get(key);
    all.set(key, isJsonObject(old) && isJsonObject(value) ? over(old, value) : value);
  }
  return Object.fromEntries(all);
}
