/** The real objects of the corpora -> those that an API server without custom resources accepts, by the file they come from. */
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { groupVersionOf } from '../../src/object/identity.ts';
import { at, isJsonArray } from '../../src/object/json.ts';
import { namespaceOf, type KubeObject } from '../../src/object/kube-object.ts';
import { readYaml } from '../../src/object/yaml.ts';
import type { AdminClient } from '../bed/admin-client.ts';

const folder = resolve(import.meta.dirname, '../../../shared/corpora/objects');

export interface Corpus {
  /** By the file's name without its ending. */
  readonly accepted: ReadonlyMap<string, readonly KubeObject[]>;
  /** Custom resources: their group is not served. */
  readonly left: number;
}

export async function acceptedObjects(admin: AdminClient): Promise<Corpus> {
  const all = await corpusObjects();
  const isServed = await servedBy(admin);
  const accepted = new Map([...all].map(([file, objects]) => [file, objects.filter(isServed)]));
  const count = (files: Corpus['accepted']): number => [...files.values()].flat().length;
  return { accepted, left: count(all) - count(accepted) };
}

/** Parsing them takes seconds: once for all questions. */
export async function corpusObjects(): Promise<Corpus['accepted']> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort();
  const objects = files.map(async (file) => {
    const found = objectsIn(file, await readFile(join(folder, file)));
    return [file.replace(/\.yaml$/u, ''), found.map(inPossibleNamespace)] as const;
  });
  return new Map(await Promise.all(objects));
}

/** Whether the server has the group of an object. */
export async function servedBy(admin: AdminClient): Promise<(object: KubeObject) => boolean> {
  const served = await servedGroups(admin);
  return ({ apiVersion }) => served.has(groupVersionOf(apiVersion).group);
}

/** Variables that stand for a namespace were never replaced in some sources. */
function inPossibleNamespace(object: KubeObject): KubeObject {
  const namespace = namespaceOf(object);
  if (/^[a-z0-9-]*$/u.test(namespace)) return object;
  return {
    ...object,
    metadata: { ...object.metadata, namespace: namespace.replaceAll(/[^a-z0-9-]/gu, 'x') },
  };
}

function objectsIn(file: string, content: Buffer): readonly KubeObject[] {
  return readYaml(file, content).map((document) => {
    if (document.kind === 'object') return document.object;
    throw new Error(`${file}:${String(document.place.line)} holds no object`);
  });
}

async function servedGroups(admin: AdminClient): Promise<ReadonlySet<string>> {
  const { body } = await admin.send({ method: 'GET', path: '/apis' });
  const groups = at(body, 'groups');
  const names = isJsonArray(groups) ? groups.map((group) => at(group, 'name')) : [];
  return new Set(['', ...names.filter((name) => typeof name === 'string')]);
}
