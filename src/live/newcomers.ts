/** The objects that the same pull request declares -> which of them a cluster does not have yet. */
import { identityKey, identityOf, objectKey, type Identity } from '../object/identity.ts';
import { namespaceOf, type KubeObject } from '../object/kube-object.ts';
import type { Session } from './session.ts';
import { placed } from './placement.ts';

export interface Newcomers {
  /** Declared by the pull request and not in the cluster. */
  isNew(identity: Identity): Promise<boolean>;
  /** CustomResourceDefinitions that the pull request declares, new or not. */
  readonly definitions: readonly KubeObject[];
}

/** Asks for each object once at most, and only when somebody needs to know. */
export function newcomersOf(session: Session, declared: readonly KubeObject[]): Newcomers {
  const byKey = new Map(
    declared.map((object) => {
      const there = placed(session.catalog, object, session.namespace);
      return [objectKey(there), there] as const;
    }),
  );
  const asked = new Map<string, Promise<boolean>>();
  return {
    definitions: definitionsIn(declared),
    isNew: async (identity) => {
      const key = identityKey(identity);
      const object = byKey.get(key);
      if (object === undefined) return false;
      const answer = asked.get(key) ?? isAbsent(session, object);
      asked.set(key, answer);
      return await answer;
    },
  };
}

export function definitionsIn(objects: readonly KubeObject[]): readonly KubeObject[] {
  return objects.filter(({ kind }) => kind === 'CustomResourceDefinition');
}

async function isAbsent(session: Session, object: KubeObject): Promise<boolean> {
  const served = session.catalog.find(identityOf(object));
  if (served === undefined) return false;
  const { group, version, resource } = served;
  const path = { group, version, resource, namespace: namespaceOf(object), name: object.metadata.name };
  const outcome = await session.cluster.get(path, { metadataOnly: true }, session.signal);
  return outcome.kind === 'reply' && outcome.status === 404;
}
