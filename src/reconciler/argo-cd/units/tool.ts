/** A source and its directory -> the tool that renders it, as Argo CD picks it. */
import { isJsonObject } from '../../../object/json.ts';
import { kustomizationNames } from '../../kustomization.ts';
import type { View } from '../../view.ts';
import type { ArgoInstallation } from '../application.ts';
import { tools } from './sources.ts';
import type { Source, Tool } from './sources.ts';

export type Picked =
  | { readonly kind: 'tool'; readonly tool: Tool }
  /** Options of more than one: Argo CD renders nothing. */
  | { readonly kind: 'ambiguous'; readonly tools: readonly Tool[] };

export function pickTool(source: Source, installation: ArgoInstallation, names: readonly string[]): Picked {
  const named = namedTools(source);
  if (named.length > 1) return { kind: 'ambiguous', tools: named };
  const [tool] = named;
  if (tool !== undefined) return { kind: 'tool', tool: isEnabled(tool, installation) ? tool : 'directory' };
  if (source.chart !== '') return { kind: 'tool', tool: 'helm' };
  return { kind: 'tool', tool: foundIn(names, installation) };
}

export function namedTools({ raw }: Source): readonly Tool[] {
  return tools.filter((tool) => isJsonObject(raw[tool]));
}

/** Names of the files and directories in a source's directory. */
export function namesIn(view: View, directory: string): readonly string[] {
  return view.directories.get(directory) ?? [];
}

/** Of several the last one in the order of names counts (util/app/discovery). */
function foundIn(names: readonly string[], installation: ArgoInstallation): Tool {
  const kustomizations: readonly string[] = kustomizationNames;
  let found: Tool = 'directory';
  for (const name of [...names].sort()) {
    if (name.endsWith('Chart.yaml') && isEnabled('helm', installation)) found = 'helm';
    if (kustomizations.includes(name) && isEnabled('kustomize', installation)) found = 'kustomize';
  }
  return found;
}

function isEnabled(tool: Tool, { enabledTools }: ArgoInstallation): boolean {
  return (tool !== 'helm' && tool !== 'kustomize') || enabledTools.includes(tool);
}
