/** A document of Helm's output -> the template that it came from, and the line where that is certain. */
import { identityOf } from '../object/identity.ts';
import type { Place } from '../object/place.ts';
import type { ObjectDocument } from '../object/yaml.ts';
import type { Tree } from '../source/tree.ts';
import { repositoryPath } from './chart.ts';
import type { HelmPlan } from './placed-plan.ts';
import { limits } from './sandbox.ts';

export type Placing = (document: ObjectDocument) => Place | undefined;

/** Helm writes `# Source: CHART/templates/FILE` first into every document; what a template writes comes after it. */
export function sourceOf({ source: { chunk } }: ObjectDocument): string | undefined {
  return /^\s*# Source: (.+)$/mu.exec(chunk.text.slice(0, 4096))?.[1]?.trim();
}

export async function placing(
  documents: readonly ObjectDocument[],
  plan: HelmPlan,
  tree: Tree,
): Promise<Placing> {
  const paths = new Map<string, string>();
  for (const source of new Set(documents.map(sourceOf))) {
    const path = source === undefined ? undefined : repositoryPath(source, plan, tree);
    if (source !== undefined && path !== undefined) paths.set(source, path);
  }
  const templates = await tree.read([...new Set(paths.values())], limits.read);
  return (document) => {
    const file = paths.get(sourceOf(document) ?? '');
    if (file === undefined) return undefined;
    const text = file.endsWith('.tgz') ? '' : (templates.get(file)?.toString('utf8') ?? '');
    return { file, line: lineIn(text, document) };
  };
}

/** A template with exactly one document of the kind: its `apiVersion`, or `kind`, starts the object. */
function lineIn(template: string, document: ObjectDocument): number {
  const { kind } = identityOf(document.object);
  const lines = template.split('\n').map((line) => line.trimEnd());
  const kinds = lines.flatMap((line, index) => (/^kind:\s/u.test(line) ? [index] : []));
  const own = kinds.filter(
    (index) => lines[index]?.replace(/^kind:\s*["']?/u, '').replace(/["']$/u, '') === kind,
  );
  const [only] = own;
  if (only === undefined || own.length !== 1) return 1;
  const start = lines.slice(0, only).findLastIndex((line) => /^(?:apiVersion:\s|---)/u.test(line));
  return (lines[start]?.startsWith('apiVersion:') === true ? start : only) + 1;
}
