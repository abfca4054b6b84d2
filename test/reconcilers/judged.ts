/** What was predicted for an object, and what it was and became -> whether the prediction was right, and where not. */
import type { Action } from '../../src/diff/change.ts';
import { canonicalJson } from '../../src/object/canonical.ts';
import { isJsonArray, isJsonObject, type Json } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { comparable } from './left-out.ts';
import type { Placed } from './placed.ts';
import type { Predicted } from './predicted.ts';

export interface Judged extends Placed {
  /** Of the prediction; undefined where there is none. */
  readonly unit: string | undefined;
  readonly verdict: '=' | '≠' | 'gap';
  /** The predicted action; `untouched` where the review says nothing of it. */
  readonly said: string;
  /** Where it differs, or why it is a gap. */
  readonly details: readonly string[];
}

export interface Witnessed extends Placed {
  readonly before: KubeObject | undefined;
  readonly landed: KubeObject | undefined;
}

/** `unseen`: why the review did not see the unit, where it says so. */
export function judge(seen: Witnessed, predicted: Predicted | undefined, unseen: string | undefined): Judged {
  const place: Placed = { cluster: seen.cluster, identity: seen.identity };
  const said = predicted?.action ?? 'untouched';
  const unit = predicted?.unit;
  if (predicted?.action === 'gap') return { ...place, unit, verdict: 'gap', said, details: [predicted.why] };
  const details = differences(seen, predicted);
  if (details.length === 0) return { ...place, unit, verdict: '=', said, details };
  if (predicted === undefined && unseen !== undefined)
    return { ...place, unit, verdict: 'gap', said, details: [unseen] };
  return { ...place, unit, verdict: '≠', said, details };
}

/** Of these the review predicts a state; every other object is to stay as it is. */
const landing: readonly Action[] = ['created', 'adopted', 'configured', 'recreated', 'unchanged'];

function differences({ before, landed }: Witnessed, predicted: Predicted | undefined): readonly string[] {
  if (isToGo(predicted)) return isGone(landed) ? [] : ['it is still there'];
  if (predicted?.lost === 'restored')
    return [...between(before, landed, true), ...identitiesOf({ action: 'recreated' }, before, landed)];
  if (predicted === undefined || !landing.includes(predicted.action))
    return [...between(before, landed, false), ...sameUid(before, landed)];
  const made = predicted.action === 'created' || predicted.action === 'recreated';
  return [...between(predicted.after, landed, made), ...identitiesOf(predicted, before, landed)];
}

function isToGo(predicted: Predicted | undefined): boolean {
  return predicted?.action === 'deleted' || predicted?.passes === true || predicted?.lost === 'deleted';
}

/** A finalizer that nobody takes away here may hold it. */
function isGone(landed: KubeObject | undefined): boolean {
  return landed === undefined || landed.metadata['deletionTimestamp'] !== undefined;
}

function identitiesOf(
  { action }: Pick<Predicted, 'action'>,
  before: KubeObject | undefined,
  landed: KubeObject | undefined,
): readonly string[] {
  if (action === 'created') return before === undefined ? [] : ['it was there already'];
  if (action !== 'recreated') return sameUid(before, landed);
  return sameUid(before, landed).length > 0 ? [] : ['it was not made anew'];
}

function sameUid(before: KubeObject | undefined, landed: KubeObject | undefined): readonly string[] {
  if (before === undefined || landed === undefined) return [];
  return before.metadata['uid'] === landed.metadata['uid'] ? [] : ['it was made anew'];
}

function between(
  wanted: KubeObject | undefined,
  landed: KubeObject | undefined,
  made: boolean,
): readonly string[] {
  if (wanted === undefined) return landed === undefined ? [] : ['it is there'];
  if (landed === undefined) return ['it is not there'];
  const [left, right] = [comparable(wanted, made), comparable(landed, made)];
  const managers = isSame(left.managers, right.managers)
    ? []
    : [`managers: predicted ${left.managers.join(', ')}; landed ${right.managers.join(', ')}`];
  return [...fieldsBetween(left.object, right.object, ''), ...managers];
}

function fieldsBetween(wanted: Json | undefined, landed: Json | undefined, path: string): readonly string[] {
  if (isSame(wanted, landed)) return [];
  if (isJsonObject(wanted) && isJsonObject(landed)) {
    const keys = [...new Set([...Object.keys(wanted), ...Object.keys(landed)])].toSorted();
    return keys.flatMap((key) => fieldsBetween(wanted[key], landed[key], `${path}.${key}`));
  }
  if (isJsonArray(wanted) && isJsonArray(landed) && wanted.length === landed.length)
    return wanted.flatMap((each, index) => fieldsBetween(each, landed[index], `${path}[${String(index)}]`));
  return [`${path}: predicted ${textOf(wanted)}; landed ${textOf(landed)}`];
}

function isSame(left: Json | undefined, right: Json | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return canonicalJson(left) === canonicalJson(right);
}

const mostText = 400;

function textOf(value: Json | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > mostText ? `${text.slice(0, mostText)}…` : text;
}
