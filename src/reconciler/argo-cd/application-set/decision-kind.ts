/** The ConfigMap of a clusterDecisionResource generator -> which resource holds the decisions, and where in it they are. */
import type { KubeObject } from '../../../object/kube-object.ts';
import { textAt } from '../../../object/fields.ts';
import { error, made, type Outcome } from './side.ts';

export interface DecisionKind {
  readonly group: string;
  readonly version: string;
  /** The plural in the API, although the ConfigMap calls it `kind`; taken as it is written. */
  readonly resource: string;
  /** The member of a decision that is the name of a cluster; empty where none is named, and none is decided on. */
  readonly matchKey: string;
  /** The member of `status` that lists the decisions. */
  readonly listKey: string;
}

export function decisionKind(map: KubeObject): Outcome<DecisionKind> {
  const apiVersion = textAt(map['data'], 'apiVersion');
  const resource = textAt(map['data'], 'kind');
  const slash = apiVersion.indexOf('/');
  // So nothing of the core group is ever asked for, Secrets least of all.
  if (resource === '' || slash < 1) {
    return error('there is a problem with the apiVersion, kind or resourceName provided');
  }
  const listKey = textAt(map['data'], 'statusListKey');
  return made({
    group: apiVersion.slice(0, slash),
    version: apiVersion.slice(slash + 1),
    resource,
    matchKey: textAt(map['data'], 'matchKey'),
    listKey: listKey === '' ? 'clusters' : listKey,
  });
}
