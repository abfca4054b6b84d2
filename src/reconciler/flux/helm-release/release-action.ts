/** A HelmRelease, the record of its release and its status -> what helm-controller does with the release, were it to do anything. */
import { flagAt, objectAt, textAt } from '../../../object/fields.ts';
import { at, type JsonObject } from '../../../object/json.ts';
import type { HelmRecord } from '../../helm-record.ts';
import type { HelmReleaseUnit } from '../flux-unit.ts';
import { helmMajorOf } from './helm-major.ts';
import { releaseTargetOf, type ReleaseTarget } from './release-target.ts';

/** What decides that the old release is uninstalled first (internal/action/verify.go, ReleaseTargetChanged). */
export type Moved = 'storage namespace' | 'release namespace' | 'release name' | 'chart name';

export type Revision = Omit<HelmRecord, 'startsFrom'>;

export type ReleaseAction = {
  readonly target: ReleaseTarget;
  /** Server-side apply, which always takes what others own. */
  readonly onServer: boolean;
  readonly takesOwnership: boolean;
  readonly disablesHooks: boolean;
  /** Of the definitions in the chart's `crds/`. */
  readonly crds: 'Skip' | 'Create' | 'CreateReplace';
  readonly major: 3 | 4;
} & (
  | {
      readonly kind: 'install';
      readonly createsNamespace: boolean;
    }
  | {
      readonly kind: 'reinstall';
      readonly createsNamespace: boolean;
      readonly old: Revision;
      readonly moved: Moved;
    }
  | {
      readonly kind: 'upgrade';
      readonly from: Revision;
      /** Replace what is live, by PUT. */
      readonly replaces: boolean;
    }
);

/** `chart`: the name of the chart that is rendered; undefined where it is not known. */
export function releaseActionOf(unit: HelmReleaseUnit, chart: string | undefined): ReleaseAction {
  const target = releaseTargetOf(unit.declared);
  const { release } = unit;
  const from =
    release === null || release.status === 'uninstalled' ? undefined : (release.startsFrom ?? release);
  if (release === null || from === undefined) return { kind: 'install', ...installing(unit, target) };
  const moved = movedIn(unit, target, chart);
  if (moved !== undefined) {
    return { kind: 'reinstall', old: release, moved, ...installing(unit, target) };
  }
  const settings = objectAt(unit.declared.spec, 'upgrade');
  const major = helmMajorOf(unit.installation);
  const onServer = major === 4 && upgradesOnServer(settings, release);
  return {
    kind: 'upgrade',
    target,
    major,
    from,
    onServer,
    replaces: !onServer && flagAt(settings, 'force'),
    ...common(settings),
  };
}

function installing(
  { declared: { spec }, installation }: HelmReleaseUnit,
  target: ReleaseTarget,
): Omit<Extract<ReleaseAction, { readonly kind: 'install' }>, 'kind'> {
  const settings = objectAt(spec, 'install');
  const major = helmMajorOf(installation);
  const said = at(settings, 'serverSideApply');
  const usesHelm3 = installation.features.helm['UseHelm3Defaults'] === true;
  return {
    target,
    major,
    onServer: major === 4 && (typeof said === 'boolean' ? said : !usesHelm3),
    createsNamespace: textAt(spec, 'targetNamespace') !== '' && flagAt(settings, 'createNamespace'),
    ...common(settings),
  };
}

function common(settings: JsonObject): Pick<ReleaseAction, 'takesOwnership' | 'disablesHooks' | 'crds'> {
  const crds = textAt(settings, 'crds');
  return {
    takesOwnership: !flagAt(settings, 'disableTakeOwnership'),
    disablesHooks: flagAt(settings, 'disableHooks'),
    // Whatever the API's description says of upgrades (internal/action/crds.go).
    crds: crds === 'Skip' || crds === 'CreateReplace' ? crds : 'Create',
  };
}

/** The newest record counts, also where it failed. */
function upgradesOnServer(settings: JsonObject, { applyMethod }: Revision): boolean {
  const mode = textAt(settings, 'serverSideApply') || 'auto';
  return mode === 'auto' ? applyMethod === 'ssa' : mode === 'enabled';
}

function movedIn(
  { live, declared: { spec } }: HelmReleaseUnit,
  target: ReleaseTarget,
  chart: string | undefined,
): Moved | undefined {
  const [last] = live?.history ?? [];
  const storage = textAt(live?.status, 'storageNamespace');
  if (last === undefined || storage === '') return undefined;
  const isKept = textAt(spec, 'upgrade', 'chartNameChangeStrategy') === 'InPlaceUpdate';
  const names: readonly (readonly [Moved, string, string])[] = [
    ['storage namespace', storage, target.storageNamespace],
    ['release namespace', textAt(last, 'namespace'), target.namespace],
    ['release name', textAt(last, 'name'), target.release],
    ['chart name', textAt(last, 'chartName'), isKept ? '' : (chart ?? '')],
  ];
  return names.find(([, was, is]) => is !== '' && was !== is)?.[0];
}
