/** A HelmRelease -> what its source writes behind the version of its chart; many charts write that on all their objects. */
import { unseenValue } from '../../../object/unseen-value.ts';
import type { HelmReleaseUnit } from '../flux-unit.ts';

/** Undefined where nothing does. */
export function versionMetadataOf(unit: HelmReleaseUnit): string | undefined {
  const { source, chart, installation } = unit;
  // The commit of the merge does not exist yet.
  if (source.kind === 'own') return chart.reconcileStrategy === 'Revision' ? unseenValue : undefined;
  if (source.kind !== 'chart' || !source.object.startsWith('OCIRepository/')) return undefined;
  return installation.features.helm['DisableChartDigestTracking'] === true
    ? undefined
    : (digestOnRecord(unit, source.version) ?? unseenValue);
}

/** What is there now is what the release was made of, as long as it is of the same version. */
function digestOnRecord({ source, release }: HelmReleaseUnit, version: string): string | undefined {
  if (release === null || source.kind !== 'chart' || release.chartName !== source.name) return undefined;
  const [recorded, metadata] = release.chartVersion.split('+');
  return recorded === version.replace(/^v/u, '') ? metadata : undefined;
}
