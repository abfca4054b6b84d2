/** A Kustomization's `postBuild` and what its references hold -> the substitution in its objects (facts/reconcilers.md §3a). */
import { textAt, textMapAt } from '../../../object/fields.ts';
import { isJsonObject } from '../../../object/json.ts';
import type { RenderStep } from '../../render-plan.ts';
import type { FluxInstallation, FluxReference, KustomizationUnit } from '../flux-unit.ts';
import { isAtLeast } from '../units/version.ts';

type Substitution = Extract<RenderStep, { readonly kind: 'substitute' }>;

/** Undefined where it substitutes nothing. */
export function postBuild({
  declared,
  substituteFrom,
  installation,
}: KustomizationUnit): RenderStep | undefined {
  const { spec } = declared;
  if (!isJsonObject(spec['postBuild'])) return undefined;
  const inline = withoutBreaks(textMapAt(spec, 'postBuild', 'substitute'));
  const referenced = variablesOf(substituteFrom);
  const variables = { ...referenced.known, ...inline };
  const opaque = [...referenced.opaque].filter((name) => !Object.hasOwn(inline, name)).sort();
  const missing = substituteFrom.find(({ state, optional }) => state === 'missing' && !optional);
  return {
    kind: 'substitute',
    variables,
    opaque,
    othersOpaque: substituteFrom.some(({ state }) => state === 'unseen'),
    strict: strictnessOf(installation),
    always: isNewer(installation) && textAt(spec, 'postBuild', 'substituteStrategy') === 'Always',
    optOut: 'kustomize.toolkit.fluxcd.io/substitute',
    ...(missing === undefined
      ? {}
      : { fails: `substitute from '${missing.kind}/${missing.name}' error: it is not found` }),
  };
}

/** Envsubst 1.7 and the strategies came with 1.9. */
function isNewer({ versions }: FluxInstallation): boolean {
  return isAtLeast(versions.kustomize, 'kustomize', { major: 1, minor: 9 });
}

/** Before, an operator passed for a default: `${var^^}` of what is not set was empty. */
function strictnessOf(installation: FluxInstallation): Substitution['strict'] {
  if (!installation.strictSubstitution) return 'no';
  return isNewer(installation) ? 'yes' : 'without-operator';
}

/** What cannot be read may set any variable again that an earlier reference sets. */
export function doubtsOf({ substituteFrom }: KustomizationUnit): readonly string[] {
  return substituteFrom
    .filter(({ state }) => state === 'unseen')
    .map(({ kind, name }) => `the variables of the ${kind} ${name} are not known here: it could not be read`);
}

interface Variables {
  readonly known: Readonly<Record<string, string>>;
  readonly opaque: ReadonlySet<string>;
}

/** Of two of one name the later reference counts. */
function variablesOf(references: readonly FluxReference[]): Variables {
  const known = new Map<string, string>();
  const opaque = new Set<string>();
  for (const { state, data } of references) {
    for (const [name, value] of Object.entries(withoutBreaks(data))) {
      known.delete(name);
      opaque.delete(name);
      if (state === 'opaque') opaque.add(name);
      else known.set(name, value);
    }
  }
  return { known: Object.fromEntries(known), opaque };
}

function withoutBreaks(data: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, value.replaceAll('\n', '')]));
}
