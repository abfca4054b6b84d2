/** A HelmRelease -> what Helm has on record of it: what was applied, and which objects are its own. */
import { textAt, listAt } from '../../../object/fields.ts';
import type { GapKind } from '../../../object/gap.ts';
import { identityKey, identityOf, unversioned, type Identity } from '../../../object/identity.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { words, type Mask } from '../../../object/masked.ts';
import type { Applied, Inventory } from '../../unit-record.ts';
import type { Unit } from '../../unit.ts';
import { helmReleaseUnit, type HelmReleaseUnit } from '../flux-unit.ts';
import { appliedBy } from './manifest.ts';
import { hooksOf } from '../../helm-record.ts';

/** Of a run that failed, what it was to apply. */
export function appliedOf(unit: Unit, mask: Mask): Applied {
  const settings = helmReleaseUnit(unit);
  const { release, releaseUnread } = settings;
  if (releaseUnread !== null) return gap(unit, 'applied-unreadable', { mask, why: releaseUnread });
  if (release === null) return { kind: 'objects', objects: [] };
  return { kind: 'objects', objects: [...appliedBy(release, settings), ...hooksOf(release)] };
}

export function inventoryOf(unit: Unit, mask: Mask): Inventory {
  const settings = helmReleaseUnit(unit);
  if (settings.releaseUnread !== null) {
    return gap(unit, 'inventory-unreadable', { mask, why: settings.releaseUnread });
  }
  // A HelmRelease that does not exist yet holds nothing.
  if (unit.home.cluster === undefined) return { kind: 'gap', gap: unseen(unit) };
  const all = [...held(settings).map(identityOf), ...definitionsListed(settings)].map(unversioned);
  return { kind: 'objects', objects: [...new Map(all.map((each) => [identityKey(each), each])).values()] };
}

/** What a failed run made is there, too, although the next upgrade does not start from it. */
function held(settings: HelmReleaseUnit): readonly KubeObject[] {
  const { release } = settings;
  if (release === null || release.status === 'uninstalled') return [];
  const { startsFrom } = release;
  return [
    ...(startsFrom === undefined ? [] : appliedBy(startsFrom, settings)),
    ...appliedBy(release, settings),
  ];
}

const definition = '_apiextensions.k8s.io_CustomResourceDefinition';

/** Those of the chart's `crds/` stand in no manifest. */
function definitionsListed({ live }: HelmReleaseUnit): readonly Identity[] {
  return listAt(live?.status, 'inventory', 'entries').flatMap((entry) => {
    const id = textAt(entry, 'id');
    if (!id.startsWith('_') || !id.endsWith(definition)) return [];
    const name = id.slice(1, -definition.length);
    return [{ group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition', namespace: '', name }];
  });
}

function gap(
  unit: Unit,
  kind: GapKind,
  { mask, why }: { readonly mask: Mask; readonly why: string },
): Extract<Applied & Inventory, { readonly kind: 'gap' }> {
  const said = words`its release record cannot be read: ${mask.text(why)}`;
  return { kind: 'gap', gap: { kind, unit: unit.id, object: undefined, why: said } };
}

function unseen(unit: Unit): Extract<Inventory, { readonly kind: 'gap' }>['gap'] {
  const why = words`no cluster is configured in which this HelmRelease could be read`;
  return { kind: 'no-cluster', unit: unit.id, object: undefined, why };
}
