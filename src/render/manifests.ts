/** The output of helm or kustomize -> the objects in it, or the first document that is none. */
import type { ObjectDocument } from '../object/yaml.ts';
import { readYaml } from '../object/yaml.ts';
import { limits } from './sandbox.ts';

export type Manifests =
  | { readonly kind: 'objects'; readonly documents: readonly ObjectDocument[] }
  /** `line` counts in the output. */
  | { readonly kind: 'problem'; readonly message: string; readonly line: number };

export function manifestsOf(output: Buffer): Manifests {
  const documents: ObjectDocument[] = [];
  for (const document of readYaml('the output', output, { maxBytes: limits.stdoutBytes })) {
    if (document.kind === 'problem') {
      return { kind: 'problem', message: document.message, line: document.place.line };
    }
    if (document.kind === 'other') {
      const message = 'a document of the output is no Kubernetes object: it has no apiVersion and kind';
      return { kind: 'problem', message, line: document.place.line };
    }
    documents.push(document);
  }
  return { kind: 'objects', documents };
}
