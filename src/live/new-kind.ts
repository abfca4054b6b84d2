/** An object of a kind that no server serves yet -> checked against the CustomResourceDefinition that the same pull request makes. */
import { identityOf, type VersionedIdentity } from '../object/identity.ts';
import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { joined, words, type Masked } from '../object/masked.ts';
import type { Attempt } from '../reconciler/attempt.ts';
import type { Answer, Prediction } from './answer.ts';
import type { Catalog } from './catalog.ts';
import type { Said } from './exchange.ts';
import { noSuchKind } from './classify.ts';
import { gapOf } from './failure-gap.ts';
import type { Newcomers } from './newcomers.ts';
import { overlaid } from './overlay.ts';
import { placedAs } from './placement.ts';
import type { Question } from './question.ts';
import { schemaErrors } from './schema-check.ts';
import { withDefaults } from './schema-defaults.ts';
import type { Session } from './session.ts';

export interface Definition {
  readonly namespaced: boolean;
  readonly schema: JsonObject;
}

/** Among what the pull request declares, the definition that serves this group, version and kind. */
export function definitionFor(
  newcomers: Pick<Newcomers, 'definitions'>,
  wanted: VersionedIdentity,
): Definition | undefined {
  for (const definition of newcomers.definitions) {
    if (at(definition, 'spec', 'group') !== wanted.group) continue;
    if (at(definition, 'spec', 'names', 'kind') !== wanted.kind) continue;
    const versions = at(definition, 'spec', 'versions');
    const version = isJsonArray(versions)
      ? versions.find((each) => isServed(each, wanted.version))
      : undefined;
    const schema = at(version, 'schema', 'openAPIV3Schema');
    if (isJsonObject(schema)) return { namespaced: at(definition, 'spec', 'scope') === 'Namespaced', schema };
  }
  return undefined;
}

function isServed(version: Json, name: string): boolean {
  return at(version, 'name') === name && at(version, 'served') === true;
}

/** As `placed`, and also an object whose kind only these definitions know. */
export function placedAmong(
  catalog: Pick<Catalog, 'find'>,
  object: KubeObject,
  { definitions, namespace }: Pick<Newcomers, 'definitions'> & { readonly namespace: string },
): KubeObject {
  const identity = identityOf(object);
  const scope = catalog.find(identity) ?? definitionFor({ definitions }, identity);
  return scope === undefined ? object : placedAs(scope, object, namespace);
}

export async function askNewKind(session: Session, question: Question): Promise<Said> {
  const wanted = identityOf(question.attempt.object);
  const definition = definitionFor(question.newcomers, wanted);
  if (definition === undefined) return unserved(session, wanted);
  const placedThere = placedAs(definition, question.attempt.object, session.namespace);
  const object = asWritten(placedThere, question.attempt, definition);
  const assumes = [
    words`its kind does not exist yet: checked against the definition in this pull request, not by the server`,
  ];
  return await Promise.resolve({ prediction: checked(session, object, definition), warnings: [], assumes });
}

/** Defaults come before the schema is asked; apiVersion, kind and metadata are no matter of it. */
function asWritten(placedThere: KubeObject, attempt: Attempt, { schema }: Definition): KubeObject {
  const { apiVersion, kind, metadata, ...fields } = placedThere;
  const filled = { ...withDefaults(fields, withoutResourceFields(schema)), apiVersion, kind, metadata };
  if (!('manager' in attempt)) return filled;
  const operation = attempt.kind === 'apply' ? 'Apply' : 'Update';
  const entry = { manager: attempt.manager, operation, apiVersion, fieldsType: 'FieldsV1', fieldsV1: {} };
  return { ...filled, metadata: { ...metadata, managedFields: [entry] } };
}

function withoutResourceFields(schema: JsonObject): JsonObject {
  const properties = schema['properties'];
  if (!isJsonObject(properties)) return schema;
  const { apiVersion: _version, kind: _kind, metadata: _metadata, ...own } = properties;
  return { ...schema, properties: own };
}

/** As kubectl and the reconcilers would meet it: without the kind there is nothing to apply to. */
function unserved(session: Session, wanted: VersionedIdentity): Said {
  const none = { warnings: [], assumes: [] };
  if (session.catalog.isIncomplete(wanted.group)) {
    const why = words`the server could not list the kinds of group ${session.mask.text(wanted.group)}`;
    return {
      ...none,
      prediction: { kind: 'gap', gap: gapOf(session, { kind: 'kind-unknown', object: wanted }, why) },
    };
  }
  const other = session.catalog.preferred(wanted.group, wanted.kind);
  const message = noSuchKind({ ...session, object: wanted });
  const hint =
    other === undefined
      ? words``
      : words` (the server has it in version ${session.mask.text(other.version)})`;
  return {
    ...none,
    prediction: { kind: 'refused', by: 'server', message: words`${message}${hint}`, unserved: true },
  };
}

function checked(session: Session, object: KubeObject, definition: Definition): Prediction {
  const errors = schemaErrors(object, definition.schema);
  if (errors.length === 0) return { kind: 'object', object };
  return { kind: 'refused', by: 'server', message: listed(session, errors) };
}

const mostErrors = 10;

function listed(session: Session, errors: readonly string[]): Masked {
  return joined(
    errors.slice(0, mostErrors).map((error) => session.mask.text(error)),
    '; ',
  );
}

/**
 * A field that the live schema does not know and the pull request's own, changed definition declares: the reconciler
 * applies the definition first, so the latter judges. No other refusal is overruled.
 */
export function judgedByNewSchema(answer: Answer, definition: Definition | undefined): Answer {
  const { prediction, attempt, live } = answer;
  if (prediction.kind !== 'refused' || definition === undefined || live.kind === 'gap') return answer;
  if (!isUnknownField(prediction.message) || attempt.kind === 'delete') return answer;
  const object = overlaid(live.kind === 'found' ? live.object : undefined, attempt.object);
  if (schemaErrors(object, definition.schema).length > 0) return answer;
  const assumes = words`the kind's definition changes in this pull request: checked against the new one, not by the server, which refuses today: ${prediction.message}`;
  return { ...answer, prediction: { kind: 'object', object }, assumes: [...answer.assumes, assumes] };
}

/** By its beginning: a webhook's or a policy's words stand behind their own prefix. */
function isUnknownField(message: string): boolean {
  const isTyped =
    message.startsWith('failed to create typed patch object') &&
    message.includes('field not declared in schema');
  return (
    isTyped || /^[\w.]+ in version "[^"]*" cannot be handled as a \w+: strict decoding error/.test(message)
  );
}
