/** The definitions in a chart's `crds/` -> what helm-controller does with each before it runs Helm (internal/action/crds.go). */
import { objectKey } from '../../../object/identity.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { words } from '../../../object/masked.ts';
import type { Attempt, LiveObjects, UnstagedAttempt } from '../../attempt.ts';
import type { ReleaseAction } from './release-action.ts';
import { manager, onServer } from './request.ts';
import { stages } from './stages.ts';

export interface Run {
  readonly action: ReleaseAction;
  readonly live: LiveObjects;
}

export function definitionAttempts(
  definitions: readonly KubeObject[],
  { action, live }: Run,
): readonly Attempt[] {
  return definitions.map((object) => ({
    ...requestOf(object, live.get(objectKey(object)), action),
    stage: stages.definitions,
  }));
}

function requestOf(object: KubeObject, live: KubeObject | undefined, action: ReleaseAction): UnstagedAttempt {
  if (action.crds === 'Skip') return { kind: 'skip', object, why: skipped };
  // The server does not say that it is there already, so that `Create` replaces, too.
  if (action.onServer) return onServer(object, { force: true, takesOver: [] });
  if (live === undefined) return { kind: 'create', object, manager, validation: 'Warn' };
  if (action.crds === 'Create') return { kind: 'skip', object, why: kept };
  return { kind: 'put', object, manager, validation: action.major === 4 ? 'Strict' : 'Warn' };
}

const skipped = words`the HelmRelease skips the definitions in the chart’s crds/`;
const kept = words`it is there already, and the HelmRelease only makes missing definitions of the chart’s crds/`;
