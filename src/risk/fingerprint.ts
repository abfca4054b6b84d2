/** A judgement -> its finding's id, stable across pushes, and the fingerprint that an approval binds to. */
import { createHash, createHmac } from 'node:crypto';
import { canonicalJson } from '../object/canonical.ts';
import { compareIdentities } from '../object/identity.ts';
import type { Identity } from '../object/identity.ts';
import type { Json } from '../object/json.ts';

export const fingerprintKeys = ['secret', 'public'] as const;

export type FingerprintKey =
  /** The operator's. */
  | { readonly kind: 'secret'; readonly bytes: Uint8Array }
  /** Fixed and known to all: its fingerprints approve nothing. */
  | { readonly kind: 'public' };

const publicKey = 'proofline: fingerprints made with this key approve nothing';

function plain({ group, kind, namespace, name }: Identity): Json {
  return { group, kind, namespace, name };
}

export interface Named {
  readonly rule: string;
  readonly unit: string | undefined;
  readonly objects: readonly Identity[];
  /** Tells apart findings of one rule on the same objects; empty where there can be one only. */
  readonly about: string;
}

/** 16 hexadecimal digits. */
export function findingId({ rule, unit, objects, about }: Named): string {
  const sorted = [...objects].sort(compareIdentities).map(plain);
  const text = canonicalJson({ rule, unit: unit ?? null, objects: sorted, about });
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

export interface Bound {
  readonly id: string;
  /** The unmasked change of each object. */
  readonly changes: readonly Json[];
  /** The live facts that the rule names. */
  readonly restsOn: Json;
}

/** `hmac-sha256:` and 64 hexadecimal digits. */
export function fingerprintOf({ id, changes, restsOn }: Bound, key: FingerprintKey): string {
  const hmac = createHmac('sha256', key.kind === 'secret' ? key.bytes : publicKey);
  return `hmac-sha256:${hmac.update(canonicalJson({ id, changes, restsOn })).digest('hex')}`;
}
