/** The rules' questions -> their answers, as far as these may be shown; what may not be shown is not asked. */
import { readFacts } from '../live/fact.ts';
import type { FactRequest, Facts } from '../live/fact.ts';
import type { Identity } from '../object/identity.ts';
import { words } from '../object/masked.ts';
import { claimsIn } from './claimed-inventory.ts';
import type { ReviewedUnit } from './unit.ts';
import type { Sessions } from './sessions.ts';
import type { World } from './world.ts';

export interface Asking {
  readonly units: readonly ReviewedUnit[];
  readonly sessions: Sessions;
  readonly requests: readonly FactRequest[];
}

/**
 * One object by its name is content: a finding that rests on it tells what it holds. All of a kind are only counted. What
 * belongs to no namespace is nobody's secret place: a ClusterRole that is bound is looked at, or its power stays unseen.
 */
export async function readDisclosedFacts(
  world: World,
  { units, sessions, requests }: Asking,
): Promise<Facts> {
  const claims = units.map((unit) => ({ cluster: unit.cluster, claim: claimsIn(world, unit) }));
  const mayAsk = (request: FactRequest): boolean => {
    if (request.name === undefined || request.namespace === '') return true;
    const identity = identityIn(request);
    return claims.some(({ cluster, claim }) => cluster === request.cluster && claim(identity).disclosed);
  };
  const open = [...sessions].flatMap(([name, opened]) =>
    opened.kind === 'open' ? [[name, opened.session] as const] : [],
  );
  const facts = await readFacts(new Map(open), requests.filter(mayAsk));
  return (request) => {
    if (mayAsk(request)) return facts(request);
    const why = words`this repository has no claim to it`;
    const gap = { kind: 'not-disclosed', unit: undefined, object: identityIn(request), why } as const;
    return { kind: 'gap', gap };
  };
}

function identityIn({ group, kind, namespace, name }: FactRequest): Identity {
  return { group, kind, namespace, name: name ?? '*' };
}
