/** A unit and its tree -> how Fleet's agent renders it there, or why that cannot be told. */
import { posix } from 'node:path';
import type { Gap } from '../../../object/gap.ts';
import { flagAt, textsAt } from '../../../object/fields.ts';
import type { Mask } from '../../../object/masked.ts';
import { words } from '../../../object/masked.ts';
import { remoteKey } from '../../../source/remote.ts';
import type { Tree } from '../../../source/tree.ts';
import type { RenderPlan, SourcePath } from '../../render-plan.ts';
import type { Closure, Unit } from '../../unit.ts';
import { heldBy, sortedPaths } from '../../depends-on.ts';
import { viewOf } from '../../view.ts';
import { startOf } from '../apply/record-of.ts';
import { fleetUnit } from '../fleet-unit.ts';
import type { FleetUnit } from '../fleet-unit.ts';
import { closure } from './closure.ts';
import { releaseOf } from './deployments.ts';
import { filesOf } from './files-of.ts';
import { inlinedKustomization } from './post-kustomization.ts';
import type { Resources } from './resources.ts';
import { rawFiles } from './raw-files.ts';
import type { Style } from './style.ts';
import { styleOf } from './style.ts';
import { valuesFor } from './values-for.ts';

/** Throws SourceError. */
export async function renderPlan(unit: Unit, tree: Tree, mask: Mask): Promise<RenderPlan | Gap> {
  const settings = fleetUnit(unit);
  const gap = (why: Gap['why'], kind: Gap['kind'] = 'source-unreadable'): Gap => ({
    kind,
    unit: unit.id,
    object: undefined,
    why,
  });
  if (settings.problem !== null)
    return { kind: 'stopped', message: settings.problem, place: unit.declaration.place };
  if (settings.unseen !== null) return gap(mask.text(settings.unseen), 'live-value-needed');
  const view = await viewOf(tree);
  if (!view.directories.has(settings.bundle.directory)) return gap(words`its directory is not there`);
  const resources = await filesOf(settings, view);
  const style = styleOf(settings.options, new Set(resources.files.keys()));
  const hidden = hiddenFrom(resources, await closure(unit, tree), tree);
  if (style.chart !== undefined) {
    const plan = chartPlan(settings, style.chart, { gap, mask, hidden });
    if (style.kustomization === undefined || 'why' in plan) return plan;
    const inlined = await inlinedKustomization({ ...resources, directory: style.kustomization, tree });
    if ('unseen' in inlined)
      return gap(words`what its chart renders goes through a kustomization: ${mask.text(inlined.unseen)}`);
    return {
      kind: 'processed',
      plan,
      steps: [{ kind: 'kustomize', of: ['templates', 'hooks'], ...inlined }],
    };
  }
  if (style.kustomization !== undefined)
    return { kind: 'kustomize', path: posix.join(settings.bundle.directory, style.kustomization), hidden };
  return rawPlan(settings, resources, { gap, mask });
}

/** What is in the closure and not in the bundle: Fleet's agent has nothing else, whatever a chart or a kustomization names. */
function hiddenFrom({ files }: Resources, whole: Closure, { entries }: Tree): readonly string[] {
  const taken = new Set(files.values());
  return [...heldBy(whole, sortedPaths(entries.keys()))].filter((path) => !taken.has(path));
}

interface Telling {
  readonly gap: (why: Gap['why'], kind?: Gap['kind']) => Gap;
  readonly mask: Mask;
}

function rawPlan(
  { bundle, options }: FleetUnit,
  { files }: Resources,
  { gap, mask }: Telling,
): RenderPlan | Gap {
  const { files: deployed, unseen } = rawFiles(files, textsAt(options, 'yaml', 'overlays'));
  if (unseen !== undefined) return gap(words`${mask.text(unseen)}, which is not rendered yet`);
  return { kind: 'directory', path: bundle.directory, recurse: true, dialect: 'fleet', files: deployed };
}

function chartPlan(
  settings: FleetUnit,
  chart: NonNullable<Style['chart']>,
  { gap, mask, hidden }: Telling & { readonly hidden: readonly string[] },
): RenderPlan | Gap {
  const { bundle, options } = settings;
  const values = valuesFor(settings);
  if ('unseen' in values) return gap(words`${mask.text(values.unseen)}`, 'live-value-needed');
  const release = releaseOf(options, bundle.name);
  const source = chartPath(bundle.directory, chart);
  if (source === undefined)
    return gap(words`the address of its chart is not of a kind that is fetched here`, 'remote-not-allowed');
  return {
    kind: 'helm',
    chart: source,
    release: release.name,
    namespace: release.namespace,
    valuesFiles: [],
    values: JSON.stringify(values.values),
    hidden,
    ...(flagAt(options, 'helm', 'skipSchemaValidation') ? { skipSchemaValidation: true } : {}),
    // Helm makes definitions of a chart's `crds` once, when it installs.
    ...(startOf(settings) === undefined ? {} : { skipCrds: true, isUpgrade: true }),
    major: 4,
  };
}

function chartPath(directory: string, chart: NonNullable<Style['chart']>): SourcePath | undefined {
  switch (chart.kind) {
    case 'local':
      return { path: posix.join(directory, chart.directory) };
    case 'remote':
      return { remote: remoteKey(chart.reference), path: '.' };
    case 'unknown':
      return undefined;
  }
}
