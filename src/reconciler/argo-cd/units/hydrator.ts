/** A unit with a `sourceHydrator` -> the other half of it, and whether what was hydrated is what its dry source renders. */
import { canonicalJson } from '../../../object/canonical.ts';
import { objectKey } from '../../../object/identity.ts';
import type { JsonObject } from '../../../object/json.ts';
import type { Declared } from '../../../object/kube-object.ts';
import { joined, words } from '../../../object/masked.ts';
import type { Counterpart, Remark } from '../../declarations.ts';
import type { Unit } from '../../unit.ts';
import { argoUnit } from '../application.ts';
import { gitRemote } from './remote-source.ts';
import { remark } from './remarks.ts';
import { drySource, effectiveSources } from './sources.ts';
import { maskOf, rememberMask } from './unit-mask.ts';

/**
 * Of a unit that renders its dry source, what the hydrator has written; of one that renders that, the dry source.
 * Undefined without a hydrator. The branch that is hydrated is what base's dry source rendered; where that branch is
 * under review, head's counts.
 */
export function counterpart(unit: Unit): Counterpart | undefined {
  const argo = argoUnit(unit);
  const dry = drySource(argo.application.spec);
  if (dry === undefined) return undefined;
  const [sync] = effectiveSources(argo.application.spec).list;
  const other = argo.rendersDrySource ? sync : dry;
  const remote = other === undefined ? undefined : gitRemote(other);
  if (other === undefined || remote === undefined) return undefined;
  const settings: JsonObject = {
    ...argo,
    rendersDrySource: !argo.rendersDrySource,
    ownRepositories: [other.repoURL],
  };
  rememberMask(settings, maskOf(unit));
  const isDry = argo.rendersDrySource;
  return {
    side: isDry ? 'base' : 'head',
    remote,
    unit: { ...unit, declaration: { ...unit.declaration, settings } },
    compare: (own, there) =>
      hydrationRemark(unit, isDry ? { dry: own, hydrated: there } : { dry: there, hydrated: own }),
  };
}

interface Halves {
  readonly dry: readonly Declared[];
  readonly hydrated: readonly Declared[];
}

function hydrationRemark(unit: Unit, { dry, hydrated }: Halves): Remark | undefined {
  const wanted = byIdentity(dry);
  const found = byIdentity(hydrated);
  const differing = [...new Set([...wanted.keys(), ...found.keys()])]
    .filter((key) => wanted.get(key)?.text !== found.get(key)?.text)
    .sort();
  if (differing.length === 0) return undefined;
  const mask = maskOf(unit);
  const objects = differing.map((key) => (found.get(key) ?? wanted.get(key))?.name ?? '');
  const shown = joined(
    objects.slice(0, 10).map((each) => mask.text(each)),
    ', ',
  );
  return remark(unit, {
    about: 'hydrated-differs',
    severity: 'block',
    title: words`What is hydrated is not what its dry source renders`,
    detail: words`${differing.length} objects differ (${shown}). What is hydrated is what lands.`,
    advice: words`Let the hydrator write the branch again, and change nothing there by hand.`,
    restsOn: differing.map((key) => [wanted.get(key)?.text ?? null, found.get(key)?.text ?? null]),
  });
}

interface Written {
  readonly name: string;
  readonly text: string;
}

function byIdentity(declared: readonly Declared[]): ReadonlyMap<string, Written> {
  return new Map(
    declared.map(({ object }) => {
      const name = `${object.kind} ${object.metadata.name}`;
      return [objectKey(object), { name, text: canonicalJson(object) }] as const;
    }),
  );
}
