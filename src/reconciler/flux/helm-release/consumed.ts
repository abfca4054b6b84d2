/** A HelmRelease -> the version of its chart that the release that stands was made of, by the chart's `remoteKey`. */
import { remoteKey } from '../../../source/remote.ts';
import { helmReleaseUnit } from '../flux-unit.ts';
import type { Unit } from '../../unit.ts';

export function consumedBy(unit: Unit): ReadonlyMap<string, string> {
  const { source, release } = helmReleaseUnit(unit);
  if (source.kind !== 'chart' || release === null || release.chartName !== source.name) return new Map();
  const { repository, name, version } = source;
  const key = remoteKey({ kind: 'chart', repository, name, version });
  return new Map([[key, withoutDigest(release.chartVersion)]]);
}

/** Of an OCI artifact twelve characters stand behind the version. */
function withoutDigest(version: string): string {
  return version.replace(/\+[0-9a-f]{12}$/u, '');
}
