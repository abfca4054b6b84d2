/** One declared object and its live form -> the request by which kustomize-controller brings the one to the other (facts/reconcilers.md §3b). */
import { at } from '../../../../object/json.ts';
import type { KubeObject } from '../../../../object/kube-object.ts';
import { words, type Masked } from '../../../../object/masked.ts';
import type { FieldValidation, UnstagedAttempt } from '../../../attempt.ts';
import type { KustomizationUnit } from '../../flux-unit.ts';
import { asIgnored } from '../ignore/as-ignored.ts';
import { rulesOf } from '../ignore/rules.ts';
import { isAtLeast } from '../../units/version.ts';
import { cleanUpOf } from './clean-up.ts';
import { isMarked, textIn } from './marks.ts';
import { manager } from './writer.ts';

/** Flux asks for none, so the API server's default counts. */
const validation: FieldValidation = 'Warn';

export interface Sending {
  readonly declared: KubeObject;
  /** The form in which it is sent. */
  readonly object: KubeObject;
  readonly live: KubeObject | undefined;
}

export function requestFor(settings: KustomizationUnit, sending: Sending): UnstagedAttempt {
  const { object, live } = sending;
  const unmade = whyUnmade(settings, sending);
  if (unmade !== undefined) return unmade;
  const why = whyLeft(object, live);
  if (why !== undefined) return { kind: 'skip', object, why };
  const apply = { kind: 'apply', object, manager, force: true, validation } as const;
  if (live === undefined) return apply;
  const cleaned = { ...apply, ...cleanUpOf(settings, object, live) };
  const ignored = asIgnored(object, { rules: rulesOf(settings), live, cleansUp: cleaned.cleansUp });
  if ('why' in ignored) return { kind: 'unknown', object, why: ignored.why };
  const request = { ...cleaned, object: ignored.object };
  return isForced(settings, object, live) ? { ...request, recreates: true } : request;
}

function whyLeft(object: KubeObject, live: KubeObject | undefined): Masked | undefined {
  if (isMarked(object, 'reconcile: disabled') || isMarked(live, 'reconcile: disabled')) return disabled;
  if (isMarked(object, 'ssa: Ignore') || isMarked(live, 'ssa: Ignore')) return ignored;
  return live !== undefined && isMarked(object, 'ssa: IfNotPresent') ? onlyOnce : undefined;
}

function isForced({ declared }: KustomizationUnit, object: KubeObject, live: KubeObject): boolean {
  return (
    declared.spec['force'] === true || isMarked(object, 'force: enabled') || isMarked(live, 'force: enabled')
  );
}

/** What has no place, and what only the controller has the keys for. */
function whyUnmade(settings: KustomizationUnit, { declared, object }: Sending): UnstagedAttempt | undefined {
  if (object.metadata['namespace'] === '') return { kind: 'refuse', object, ends: 'stage', why: nowhere };
  if (at(declared, 'sops') === undefined) return undefined;
  const decrypt = textIn(object, 'annotations', 'kustomize.toolkit.fluxcd.io/decrypt');
  const { kustomize } = settings.installation.versions;
  const isLeft =
    decrypt?.toLowerCase() === 'disabled' && isAtLeast(kustomize, 'kustomize', { major: 1, minor: 8 });
  if (isLeft) return undefined;
  if (settings.declared.spec['decryption'] !== undefined) {
    return { kind: 'unknown', object, gap: 'sops', why: hidden };
  }
  const isRefused = object.kind === 'Secret' && at(object, 'sops') !== undefined;
  return isRefused ? { kind: 'refuse', object, ends: 'sync', why: noKeys } : undefined;
}

const disabled = words`kustomize.toolkit.fluxcd.io/reconcile: disabled stands in what is declared or in what lives, so Flux leaves it alone`;
const ignored = words`kustomize.toolkit.fluxcd.io/ssa: Ignore stands in what is declared or in what lives, so Flux never applies it`;
const onlyOnce = words`kustomize.toolkit.fluxcd.io/ssa: IfNotPresent: Flux only makes it where it is missing`;
const hidden = words`its values are encrypted by SOPS, and are not decrypted here`;
const noKeys = words`it is encrypted by SOPS and its Kustomization has no spec.decryption, so Flux applies nothing of the Kustomization`;
const nowhere = words`it names no namespace, and its Kustomization has no targetNamespace: Flux puts it nowhere else`;
