/**
 * Live objects, and which of them may be shown -> what a reconciler is given of them: of the others that they are there,
 * since whatever it decides by what they hold would tell whether a guess that a pull request makes of it is right.
 */
import type { Identity } from '../object/identity.ts';
import { identityOf } from '../object/identity.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { namespaceOf } from '../object/kube-object.ts';
import type { LiveObjects, Said } from '../reconciler/attempt.ts';

export type Shows = (identity: Identity) => boolean;

export function givenOf(live: LiveObjects, shows: Shows): LiveObjects {
  return new Map([...live].map(([key, object]) => [key, shows(identityOf(object)) ? object : bare(object)]));
}

function bare(object: KubeObject): KubeObject {
  const { apiVersion, kind, metadata } = object;
  const namespace = namespaceOf(object);
  return { apiVersion, kind, metadata: { name: metadata.name, ...(namespace === '' ? {} : { namespace }) } };
}

/** What a server says to an attempt, it says by what lives. */
export function givenAnswer(said: Said, shows: Shows): Said {
  const { attempt, live, prediction } = said;
  if (live === undefined || shows(identityOf(attempt.object))) return said;
  return {
    attempt,
    live: bare(live),
    prediction: prediction.kind === 'unserved' ? prediction : { kind: 'unknown' },
  };
}
