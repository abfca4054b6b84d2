/** The origin of a built object -> its place: the file for certain, the line where only one document can be meant. */
import { identityOf } from '../object/identity.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { Place } from '../object/place.ts';
import type { ObjectDocument } from '../object/yaml.ts';
import type { Tree } from '../source/tree.ts';
import type { Origin } from './kustomize-origin.ts';
import type { ManifestReader } from './manifest-reader.ts';
import { limits } from './sandbox.ts';

export type OriginFiles = ReadonlyMap<string, Buffer>;

export async function readOrigins(origins: readonly Origin[], tree: Tree): Promise<OriginFiles> {
  const paths = [...new Set(origins.map(({ file }) => file))].filter((file) => tree.entries.has(file));
  return tree.read(paths, limits.read);
}

export function placer(
  files: OriginFiles,
  read: ManifestReader,
): (object: KubeObject, origin: Origin) => Place | undefined {
  const objectsIn = (file: string, content: Buffer): readonly ObjectDocument[] =>
    read(file, content).filter((document) => document.kind === 'object');
  return (object, { file, generator }) => {
    const content = files.get(file);
    if (content === undefined) return undefined;
    if (generator !== undefined) return { file, line: generatorLine(content.toString('utf8'), object) };
    return lineOfDocument(objectsIn(file, content), object) ?? { file, line: 1 };
  };
}

/** Prefixes, suffixes and hashes surround the name that the file has. */
function lineOfDocument(documents: readonly ObjectDocument[], object: KubeObject): Place | undefined {
  const only = documents.length === 1 ? documents[0] : undefined;
  if (only !== undefined) return only.place;
  const sameKind = documents.filter((document) => document.object.kind === object.kind);
  const { name } = identityOf(object);
  const exact = sameKind.filter((document) => identityOf(document.object).name === name);
  if (exact.length === 1) return exact[0]?.place;
  const around = sameKind.filter((document) => name.includes(identityOf(document.object).name));
  return around.length === 1 ? around[0]?.place : undefined;
}

/** The generator's entry, where exactly one line names it. */
function generatorLine(kustomization: string, object: KubeObject): number {
  const lines: number[] = [];
  const built = identityOf(object).name;
  for (const [index, line] of kustomization.split('\n').entries()) {
    const name = /^[\s-]*["']?name["']?:\s*["']?([\w.-]+)/u.exec(line)?.[1];
    if (name !== undefined && built.includes(name)) lines.push(index + 1);
  }
  return lines.length === 1 ? (lines[0] ?? 1) : 1;
}
