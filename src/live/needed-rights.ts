/** An attempt and what was said to it -> the rights that whoever makes it needs. */
import { identityOf } from '../object/identity.ts';
import { namespaceOf } from '../object/kube-object.ts';
import type { Attempt } from '../reconciler/attempt.ts';
import type { Answer } from './answer.ts';
import type { Right } from './cluster.ts';
import type { Session } from './session.ts';

export function neededFor({ catalog, namespace }: Session, answer: Answer): readonly Right[] {
  const { attempt } = answer;
  const served = catalog.find(identityOf(attempt.object));
  if (served === undefined) return [];
  const own = {
    group: served.group,
    resource: served.resource,
    subresource: '',
    namespace: served.namespaced ? namespaceOf(attempt.object) || namespace : '',
  };
  const { name } = attempt.object.metadata;
  return [...new Set(verbsOf(answer))].map((verb) => ({ ...own, verb, name: verb === 'create' ? '' : name }));
}

function verbsOf(answer: Answer): readonly string[] {
  const { attempt, live } = answer;
  const { existing, missing } = verbs[attempt.kind];
  const own = live.kind === 'found' ? existing : missing;
  const isSent = attempt.kind !== 'patch' || Object.keys(attempt.body).length > 0;
  return [
    ...(attempt.readsFirst === true ? ['get'] : []),
    ...(isSent ? own : []),
    ...(isMadeAnew(answer) ? ['delete', 'create'] : []),
    ...('appliedBy' in attempt && attempt.appliedBy !== undefined ? ['patch'] : []),
    ...(attempt.alsoNeeds ?? []),
  ];
}

/** A patch or an apply that the server does not take, so that the object is deleted and made again. */
function isMadeAnew({ attempt, prediction }: Answer): boolean {
  if (attempt.kind !== 'patch' && attempt.kind !== 'apply') return false;
  return prediction.kind === 'recreated' || (prediction.kind === 'refused' && prediction.lost !== undefined);
}

interface Verbs {
  readonly existing: readonly string[];
  readonly missing: readonly string[];
}

const nothing: Verbs = { existing: [], missing: [] };

const verbs: Readonly<Record<Attempt['kind'], Verbs>> = {
  apply: { existing: ['patch'], missing: ['create', 'patch'] },
  patch: { existing: ['patch'], missing: ['patch'] },
  put: { existing: ['update'], missing: ['update'] },
  create: { existing: ['create'], missing: ['create'] },
  delete: { existing: ['delete'], missing: [] },
  recreate: { existing: ['delete', 'create'], missing: ['create'] },
  skip: nothing,
  refuse: nothing,
  unknown: nothing,
};
