/** A declared object -> the form in which kustomize-controller sends it (fluxcd/pkg ssa/normalize, ssa/utils/cert_validation.go). */
import { X509Certificate } from 'node:crypto';
import { groupVersionOf, identityOf } from '../../../../object/identity.ts';
import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../../object/json.ts';
import type { KubeObject } from '../../../../object/kube-object.ts';
import { isUnseen, unseenEncoded } from '../../../../object/unseen-value.ts';
import type { MergeSchema, PatchStrategies } from '../../../../object/merge/patch-strategy.ts';

export function asSent(object: KubeObject, strategies: PatchStrategies): KubeObject {
  if (isUntouched(object)) return object;
  if (isDefinition(object)) return withoutInvalidBundle(object);
  const { status: _status, ...rest } = object;
  const read = isSecret(object) ? withData(rest) : rest;
  return named(object, read === undefined ? rest : withoutUnknown(object, read, strategies));
}

/** Their rules would be lost on the way. */
function isUntouched({ apiVersion, kind }: KubeObject): boolean {
  return apiVersion === 'rbac.authorization.k8s.io/v1' && (kind === 'Role' || kind === 'ClusterRole');
}

function isSecret({ apiVersion, kind }: KubeObject): boolean {
  return apiVersion === 'v1' && kind === 'Secret';
}

function named({ apiVersion, kind, metadata: { name } }: KubeObject, fields: JsonObject): KubeObject {
  return { ...fields, apiVersion, kind, metadata: { ...asMap(fields['metadata']), name } };
}

/**
 * Undefined for what cannot be read as a Secret, and is sent as it is: texts must be texts, and data base64. Reading it
 * drops the mark of SOPS with the rest that a Secret does not have, so that cipher text passes for a value.
 */
function withData(secret: JsonObject): JsonObject | undefined {
  const { stringData, sops: _sops, ...rest } = secret;
  const [texts, data] = [stringData ?? {}, rest['data'] ?? {}];
  if (!isJsonObject(texts) || !isJsonObject(data)) return undefined;
  const encoded: Record<string, Json> = { ...data };
  if (!Object.values(data).every(isBase64)) return undefined;
  for (const [key, text] of Object.entries(texts)) {
    if (typeof text !== 'string') return undefined;
    // Within a longer text it could not be told from one that is known.
    encoded[key] = isUnseen(text) ? unseenEncoded : Buffer.from(text, 'utf8').toString('base64');
  }
  return Object.keys(encoded).length === 0 ? rest : { ...rest, data: encoded };
}

function isBase64(text: Json): boolean {
  if (text === null) return true;
  return (
    typeof text === 'string' &&
    /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text.replaceAll(/[\r\n]/g, ''))
  );
}

function asMap(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Kinds that no client library of the controller has are sent as they are. */
const unknownToFlux: ReadonlySet<string> = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io']);

/** A built-in kind is read into its type and written back, which drops without a word what the type does not have. */
function withoutUnknown(object: KubeObject, fields: JsonObject, strategies: PatchStrategies): JsonObject {
  const form = strategies(identityOf(object));
  if (form?.kind !== 'strategic-merge') return fields;
  if (unknownToFlux.has(groupVersionOf(object.apiVersion).group)) return fields;
  return known(fields, form.schema);
}

function known(fields: JsonObject, schema: MergeSchema): JsonObject {
  if (schema.freeKeys === true) return fields;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]): (readonly [string, Json])[] => {
      const field = schema.field(name, isJsonArray(value) ? 'list' : 'map');
      return field === undefined ? [] : [[name, knownIn(value, field.inside)]];
    }),
  );
}

function knownIn(value: Json, schema: MergeSchema): Json {
  if (isJsonArray(value)) return value.map((item) => (isJsonObject(item) ? known(item, schema) : item));
  return isJsonObject(value) ? known(value, schema) : value;
}

function isDefinition({ apiVersion, kind }: KubeObject): boolean {
  return kind === 'CustomResourceDefinition' && apiVersion.startsWith('apiextensions.k8s.io/');
}

/** So that a placeholder does not take the place of what an injector wrote. */
function withoutInvalidBundle(object: KubeObject): KubeObject {
  const path = ['spec', 'conversion', 'webhook', 'clientConfig', 'caBundle'];
  const bundle = at(object, ...path);
  if (typeof bundle !== 'string' || bundle === '' || holdsCertificate(bundle)) return object;
  return named(object, without(object, path));
}

function without(object: JsonObject, [key = '', ...below]: readonly string[]): JsonObject {
  const { [key]: inside, ...rest } = object;
  return below.length === 0 || !isJsonObject(inside) ? rest : { ...object, [key]: without(inside, below) };
}

function holdsCertificate(base64: string): boolean {
  if (!/^[A-Za-z0-9+/\r\n]*={0,2}[\r\n]*$/.test(base64)) return false;
  const pem = Buffer.from(base64, 'base64').toString('latin1');
  if (pem === '') return true;
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  return blocks.some(isCertificate);
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
