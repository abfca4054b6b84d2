/** The files of one tree -> their YAML documents; a file is parsed when it is first asked for. */
import { readValues, readYaml } from '../object/yaml.ts';
import type { ObjectDocument, OtherDocument } from '../object/yaml.ts';

export interface ParsedFiles {
  /** Undefined where the tree has no such file. */
  text(file: string): string | undefined;
  objects(file: string): readonly ObjectDocument[];
  /** All documents, whether they are objects or not; none of a file with one that cannot be read. */
  values(file: string): readonly OtherDocument[];
}

export function parsedFiles(contents: ReadonlyMap<string, Buffer>): ParsedFiles {
  const text = (file: string): string | undefined => contents.get(file)?.toString('utf8');
  return {
    text,
    objects: once((file) =>
      readYaml(file, text(file) ?? '').filter((document) => document.kind === 'object'),
    ),
    values: once((file) => valuesIn(file, text(file) ?? '')),
  };
}

export function valuesIn(file: string, text: string): readonly OtherDocument[] {
  const documents = readValues(file, text);
  const readable = documents.filter((document) => document.kind === 'other');
  return readable.length === documents.length ? readable : [];
}

function once<Answer>(make: (file: string) => Answer): (file: string) => Answer {
  const known = new Map<string, Answer>();
  return (file) => {
    const answer = known.get(file) ?? make(file);
    known.set(file, answer);
    return answer;
  };
}
