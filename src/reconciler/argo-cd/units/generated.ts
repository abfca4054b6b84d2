/** ApplicationSets of one Argo CD on one side -> what its controller makes of them. */
import type { Declarations } from '../../declarations.ts';
import type { Templates } from '../../templates.ts';
import { generate } from '../application-set/generate.ts';
import { controllerSettings } from '../application-set/settings.ts';
import type { GeneratedSide } from '../application-set/side.ts';
import type { Control } from './control.ts';
import type { DeclaredObject } from './declared.ts';

interface Around {
  readonly declarations: Declarations;
  readonly projects: readonly DeclaredObject[];
  readonly templates: Templates;
}

const nothing: GeneratedSide = { sets: [], applications: [], gaps: [], remarks: [] };

/** Throws SourceError. */
export async function generatedIn(
  control: Control,
  sets: readonly Pick<DeclaredObject, 'object' | 'place'>[],
  around: Around,
): Promise<GeneratedSide> {
  if (sets.length === 0) return nothing;
  const { declarations, projects, templates } = around;
  const { installation, parameters, known, applications, decisions } = control;
  const inGit = projects.map(({ object }) => object.metadata.name);
  const live = control.projects?.map(({ metadata }) => metadata.name);
  return generate({
    sets: sets.map(({ object, place }) => ({ manifest: object, place })),
    tree: declarations.tree,
    origin: declarations.origin,
    clusters: known?.flatMap(({ secret }) => secret ?? []),
    // Argo CD makes `default` by itself.
    projects: live === undefined ? undefined : ['default', ...live, ...inGit],
    liveApplications: applications,
    decisions,
    pulls: declarations.pulls,
    templates,
    controller: controllerSettings(parameters, installation.version),
    namespace: installation.namespace,
    mask: declarations.mask,
  });
}
