/** A chart in a tree -> the texts that its templates come from, and the repository's path of what Helm names. */
import type { Tree } from '../source/tree.ts';
import { textsInArchive } from './chart-archive.ts';
import type { HelmPlan } from './placed-plan.ts';
import { inDirectory, prefixOf } from './repository-path.ts';
import { limits } from './sandbox.ts';

/**
 * All that can hold template code: templates, also of dependencies, and values, which `tpl` may evaluate; every other
 * file of the chart too where a template gives files to `tpl`.
 */
export async function templateTexts(plan: HelmPlan, tree: Tree): Promise<ReadonlyMap<string, string>> {
  const texts = await textsIn(plan, tree, isTemplateOrValues);
  return [...texts.values()].some(evaluatesFiles) ? textsIn(plan, tree, () => true) : texts;
}

function evaluatesFiles(template: string): boolean {
  return /\btpl\b/u.test(template) && /\.Files\b/u.test(template);
}

/** Whether a path inside a chart is meant. */
type Meant = (below: string) => boolean;

async function textsIn(plan: HelmPlan, tree: Tree, isMeant: Meant): Promise<ReadonlyMap<string, string>> {
  const prefix = prefixOf(plan.chart);
  const values = new Set(plan.valuesFiles);
  const paths = [...tree.entries.keys()].filter(
    (path) => values.has(path) || (path.startsWith(prefix) && isMeant(path.slice(prefix.length))),
  );
  const contents = await tree.read(paths, limits.read);
  return new Map([...contents].flatMap(([path, content]) => textsOf(path, content, isMeant)));
}

function textsOf(path: string, content: Buffer, isMeant: Meant): readonly (readonly [string, string])[] {
  if (!path.endsWith('.tgz')) return [[path, content.toString('utf8')]];
  const packed = [...(textsInArchive(content) ?? [])];
  return packed
    .filter(([inner]) => isMeant(inner.slice(inner.indexOf('/') + 1)))
    .map(([inner, text]) => [`${path}: ${inner}`, text]);
}

function isTemplateOrValues(path: string): boolean {
  if (path.endsWith('/NOTES.txt')) return false;
  return /^(?:charts\/[^/]+\/)*(?:templates\/.+|values\.yaml|charts\/[^/]+\.tgz)$/u.test(path);
}

/** Helm names a template by the chart's own name: `shop/charts/db/templates/a.yaml`. */
export function repositoryPath(named: string, plan: HelmPlan, tree: Tree): string | undefined {
  const below = named.slice(named.indexOf('/') + 1);
  const path = inDirectory(plan.chart, below);
  if (tree.entries.has(path)) return path;
  const dependency = /^((?:charts\/[^/]+\/)*charts\/)([^/]+)\//u.exec(below);
  if (dependency === null) return undefined;
  const [, folder = '', name = ''] = dependency;
  const start = inDirectory(plan.chart, `${folder}${name}-`);
  const archives = [...tree.entries.keys()].filter(
    (entry) => entry.startsWith(start) && entry.endsWith('.tgz'),
  );
  return archives.length === 1 ? archives[0] : undefined;
}
