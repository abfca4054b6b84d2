/** Files of a review -> their documents, each content read once: most files are the same at base and at head. */
import { readYaml, type YamlDocument } from '../object/yaml.ts';

export type ManifestReader = (file: string, content: Buffer) => readonly YamlDocument[];

interface Read {
  readonly content: Buffer;
  readonly documents: readonly YamlDocument[];
}

/** In bytes of text. What was read is larger in memory. */
const mostKept = 32_000_000;

/** To be made anew for each review: what it has read stays as long as the reader. */
export function createManifestReader(): ManifestReader {
  const reads = new Map<string, Read>();
  let kept = 0;
  return (file, content) => {
    const before = reads.get(file);
    if (before?.content.equals(content) === true) return before.documents;
    const documents = readYaml(file, content);
    if (before === undefined && kept + content.byteLength <= mostKept) {
      reads.set(file, { content, documents });
      kept += content.byteLength;
    }
    return documents;
  };
}
