/** Where GitRepos may be declared, and those that live -> each that names the repository under review. */
import { isJsonObject } from '../../../object/json.ts';
import type { JsonObject } from '../../../object/json.ts';
import { namespaceOf } from '../../../object/kube-object.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { Place } from '../../../object/place.ts';
import { plainUrl } from '../../../source/origin.ts';
import type { Origin } from '../../../source/origin.ts';
import type { Declarations } from '../../declarations.ts';
import { documentReader } from '../../documents-in-tree.ts';
import type { Unit } from '../../unit.ts';
import { objectAt, textAt, textMapAt } from '../../../object/fields.ts';
import { isOf } from './fleet-kind.ts';

export interface GitRepo {
  readonly namespace: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: JsonObject;
  readonly live: KubeObject | undefined;
  /** Undefined where it only lives. */
  readonly place: Place | undefined;
  /** The unit that renders it. */
  readonly by: Unit | undefined;
}

interface Found {
  readonly object: KubeObject;
  readonly place: Place | undefined;
  readonly by: Unit | undefined;
}

/** `live`: of one home; undefined where none was seen. Throws SourceError. */
export async function gitReposHere(
  { tree, rendered, origin }: Declarations,
  live: readonly KubeObject[] | undefined,
): Promise<readonly GitRepo[]> {
  const living = (live ?? []).filter((object) => isOf(object, 'GitRepo'));
  const renders = rendered.flatMap(({ unit, objects }) =>
    objects
      .filter(({ object }) => isGitRepo(object))
      .map(({ object, origin: place }): Found => ({ object, place, by: unit })),
  );
  const byKey = new Map<string, Found>();
  const declared = (await inTree(tree)).map((each): Found => ({ ...each, by: undefined }));
  for (const found of [...declared, ...renders]) byKey.set(keyOf(found.object), found);
  const liveByKey = new Map(living.map((object) => [keyOf(object), object]));
  const all = [
    ...byKey.values(),
    ...living
      .filter((object) => !byKey.has(keyOf(object)))
      .map((object): Found => ({ object, place: undefined, by: undefined })),
  ];
  return all
    .map(({ object, place, by }): GitRepo => ({
      namespace: workspaceOf(object),
      name: object.metadata.name,
      labels: textMapAt(object, 'metadata', 'labels'),
      spec: objectAt(object, 'spec'),
      live: liveByKey.get(keyOf(object)),
      place,
      by,
    }))
    .filter(({ spec, place }) => namesHere(textAt(spec, 'repo'), origin, place));
}

/** A checkout without a remote does not know its name: a GitRepo that stands in it is taken to mean it. */
function namesHere(url: string, origin: Origin | undefined, place: Place | undefined): boolean {
  if (url === '') return false;
  return origin === undefined ? place !== undefined : origin.urls.includes(plainUrl(url));
}

const usualWorkspace = 'fleet-default';

function workspaceOf(object: KubeObject): string {
  return namespaceOf(object) || usualWorkspace;
}

function keyOf(object: KubeObject): string {
  return `${workspaceOf(object)}/${object.metadata.name}`;
}

function isGitRepo(object: KubeObject): boolean {
  return isOf(object, 'GitRepo') && object.metadata.name !== '' && isJsonObject(object['spec'] ?? null);
}

const inTree = documentReader({ words: ['GitRepo'], isDeclaration: isGitRepo });
