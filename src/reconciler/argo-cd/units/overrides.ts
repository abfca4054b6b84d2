/** A source and the files `.argocd-source*.yaml` in its path -> the source as these files change it. */
import { posix } from 'node:path';
import { isJsonObject } from '../../../object/json.ts';
import { applyJsonMerge } from '../../../object/merge/json-merge.ts';
import { readValues } from '../../../object/yaml.ts';
import type { View } from '../../view.ts';
import { readSource } from './sources.ts';
import type { Source } from './sources.ts';

export type Overridden =
  | { readonly kind: 'source'; readonly source: Source }
  /** Argo CD then renders nothing. */
  | { readonly kind: 'broken'; readonly file: string };

/** In the order in which they are merged; `instance` is the Application's name as its Argo CD knows it. */
export function overrideFiles(directory: string, instance: string): readonly string[] {
  return ['.argocd-source.yaml', `.argocd-source-${instance}.yaml`].map((name) =>
    posix.join(directory, name),
  );
}

export async function overridden(view: View, source: Source, files: readonly string[]): Promise<Overridden> {
  const found = files.flatMap((file) => {
    const target = view.find(file);
    return target.kind === 'file' ? [{ file, path: target.path }] : [];
  });
  if (found.length === 0) return { kind: 'source', source };
  const contents = await view.tree.read(found.map(({ path }) => path));
  let merged = source.raw;
  for (const { file, path } of found) {
    const [document, ...more] = readValues(file, contents.get(path) ?? '');
    if (document === undefined) continue;
    if (document.kind === 'problem' || more.length > 0) return { kind: 'broken', file };
    if (!isJsonObject(document.value)) return { kind: 'broken', file };
    merged = applyJsonMerge(merged, document.value);
  }
  const { repoURL, path, targetRevision, chart } = source;
  return { kind: 'source', source: readSource({ ...merged, repoURL, path, targetRevision, chart }) };
}
