/** The YAML of a release -> its objects, in the order of the file. */
import { readFile } from 'node:fs/promises';

import { parseAllDocuments } from 'yaml';

import { at, isJsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';

export async function readReleased(file: string): Promise<readonly KubeObject[]> {
  return parseAllDocuments(await readFile(file, 'utf8'))
    .map(valueOf)
    .filter(isKubeObject);
}

function valueOf(document: { toJS(): unknown }): unknown {
  return document.toJS();
}

function isKubeObject(value: unknown): value is KubeObject {
  return (
    isJsonObject(value) &&
    typeof value['kind'] === 'string' &&
    typeof at(value, 'metadata', 'name') === 'string'
  );
}
