/** A Kustomization as head declares it -> why its controller would apply nothing of it, or something that is not rendered here. */
import { canonicalJson } from '../../../../object/canonical.ts';
import { listAt, textAt } from '../../../../object/fields.ts';
import { words, type Mask, type Masked } from '../../../../object/masked.ts';
import type { Course } from '../../../attempt.ts';
import type { KustomizationUnit } from '../../flux-unit.ts';

export interface Around {
  readonly mask: Mask;
  /** Of what it depends on, `namespace/name`: not rendered at head, and so never Ready. */
  readonly broken: ReadonlySet<string>;
}

export function neverStarts(settings: KustomizationUnit, { mask, broken }: Around): Course | undefined {
  const { declared, installation } = settings;
  if (isSuspended(settings)) return skipped(suspended);
  const namespace = textAt(declared.spec, 'sourceRef', 'namespace');
  if (installation.noCrossNamespaceRefs && namespace !== '' && namespace !== declared.namespace) {
    return { kind: 'refused', why: otherNamespace };
  }
  const awaited = dependenciesOf(settings).find((name) => broken.has(name));
  if (awaited !== undefined) {
    return skipped(
      words`it depends on ${mask.text(awaited)}, which does not come to be ready: nothing of it is applied before that`,
    );
  }
  return standing(settings, mask);
}

/**
 * Declared so, and live so: a suspension that comes with the merge comes as a change of the Kustomization, beside the new
 * revision, and its controller may apply that first.
 */
export function isSuspended({ declared, live }: KustomizationUnit): boolean {
  return declared.spec['suspend'] === true && (live === null || live.spec['suspend'] === true);
}

/** As `namespace/name`, in the order of `dependsOn`. */
export function dependenciesOf({ declared }: KustomizationUnit): readonly string[] {
  return listAt(declared.spec, 'dependsOn').map(
    (each) => `${textAt(each, 'namespace') || declared.namespace}/${textAt(each, 'name')}`,
  );
}

const suspended = words`the Kustomization is suspended: nothing of it is applied or pruned until it is resumed, and then all of this is`;
const otherNamespace = words`this Flux lets no Kustomization use a source of another namespace (--no-cross-namespace-refs), so it applies nothing of it`;

/** What its source has fetched, and will not fetch anew, is applied again, whatever is merged. */
function standing({ source, declared, live }: KustomizationUnit, mask: Mask): Course | undefined {
  if (source.kind !== 'own' || (source.moves && !source.suspended)) return undefined;
  const why = source.suspended
    ? words`its source ${mask.text(source.object)} is suspended and fetches nothing new`
    : words`its source ${mask.text(source.object)} stays at ${mask.text(source.follows)}, which this merge does not move`;
  const isSame = live !== null && canonicalJson(live.spec) === canonicalJson(declared.spec);
  return isSame
    ? skipped(why)
    : { kind: 'unknown', why: words`${why}: what it applies is not what is rendered here` };
}

function skipped(why: Masked): Course {
  return { kind: 'skipped', why };
}
