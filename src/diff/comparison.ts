/** One subject and its verdict -> the comparison: what is shown of it, and what rules may read. */
import { fieldText } from '../object/field-path.ts';
import type { FieldPath } from '../object/field-path.ts';
import type { Json } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { words } from '../object/masked.ts';
import type { Action, Cause, Change, Comparison } from './change.ts';
import { inOrder, isWaiting, recordOf } from './causes.ts';
import { bindingOf } from './binding.ts';
import { described, nothing } from './described.ts';
import type { Described } from './described.ts';
import { liveRecord, terminating } from './live-record.ts';
import { restartOf } from './restart.ts';
import { liveObject, manifestDiffers, predicted, predictedForBase } from './subject.ts';
import type { Subject } from './subject.ts';
import type { Verdict } from './verdict.ts';

interface States {
  readonly before: KubeObject | undefined;
  readonly after: KubeObject | undefined;
}

interface Parts extends States, Partial<Change> {
  readonly unsynced?: readonly Json[];
  readonly paths?: readonly FieldPath[];
}

function comparison(subject: Subject, verdict: Verdict, parts: Parts): Comparison {
  const { before, after, unsynced, paths, ...change } = parts;
  return {
    change: {
      unit: subject.unit,
      object: subject.identity,
      action: verdict.action,
      by: verdict.by,
      causes: ['pull-request'],
      order: subject.order,
      live: undefined,
      fields: [],
      assumes: subject.answer.assumes,
      warnings: subject.answer.warnings,
      message: verdict.message,
      terminating: undefined,
      restart: undefined,
      hidden: hiddenIn(subject),
      staleUsers: [],
      text: words``,
      ...change,
    },
    before,
    after,
    ...(verdict.lost && { lost: verdict.lost }),
    binding: bindingOf({
      action: verdict.action,
      base: subject.base?.object,
      head: subject.head?.object,
      before,
      after,
      unsynced: unsynced ?? [],
    }),
    ...(paths && { paths }),
    origin: (subject.head ?? subject.base)?.origin,
  };
}

/** Paths of what may not be shown stay unshown. */
function hiddenIn({ answer: { hidden }, claim, mask }: Subject): Change['hidden'] {
  if (hidden === undefined || !claim.disclosed) return undefined;
  return {
    paths: hidden.fields.map((path) => mask.text(fieldText(path))),
    stillWritten: hidden.stillWritten,
  };
}

function aboutLive(subject: Subject): Pick<Change, 'live' | 'terminating'> {
  const live = subject.claim.disclosed ? liveObject(subject) : undefined;
  if (live === undefined) return { live: undefined, terminating: undefined };
  return { live: liveRecord(live, subject.mask), terminating: terminating(live, subject.mask) };
}

/** Base to head as they are declared: all that can be told where no prediction came. */
function byManifests(subject: Subject, states: States): Described {
  const { mask, listTypes } = subject;
  const record = { lastApply: { kind: 'unknown' as const }, live: undefined, declared: states.before };
  return described({ ...states, base: states.before, manifest: states.after }, { mask, listTypes, record });
}

export function unpredicted(subject: Subject, verdict: Verdict): Comparison {
  const states = { before: subject.base?.object, after: subject.head?.object };
  const shown = verdict.action === 'skipped' ? nothing : byManifests(subject, states);
  return comparison(subject, verdict, {
    ...states,
    ...aboutLive(subject),
    fields: shown.fields,
    text: shown.text,
    causes: manifestDiffers(subject) ? ['pull-request'] : [],
  });
}

/** Only existence. Rules see the manifest, as if the object were new. */
export function undisclosed(subject: Subject, verdict: Verdict): Comparison {
  return comparison(subject, verdict, { before: undefined, after: subject.head?.object, warnings: [] });
}

export function dropped(subject: Subject, verdict: Verdict, cause: Cause): Comparison {
  const before = subject.claim.disclosed ? liveObject(subject) : undefined;
  const states = { before: before ?? subject.base?.object, after: undefined };
  const gone = verdict.action !== 'unchanged';
  const isMoved = cause === 'unsynced' && subject.unmoved?.object !== undefined;
  return comparison(subject, verdict, {
    ...(gone ? states : { before: undefined, after: undefined }),
    ...aboutLive(subject),
    text: gone ? byManifests(subject, states).text : words``,
    causes: gone ? [isMoved ? 'input-moved' : cause] : [],
  });
}

function whyMissing(subject: Subject): readonly Cause[] {
  if (subject.base === undefined) return ['pull-request'];
  const { lastApply, unmoved } = subject;
  const applied = lastApply.kind === 'object' && lastApply.object !== undefined;
  const waits = unmoved !== undefined && unmoved.object === undefined ? 'input-moved' : 'unsynced';
  const found = new Set<Cause>([applied ? 'drift' : waits]);
  if (manifestDiffers(subject)) found.add('pull-request');
  return inOrder(found);
}

function told(subject: Subject, states: States): Described {
  const { mask, listTypes, lastApply, unmoved, rolloutFields } = subject;
  const record = { lastApply, unmoved, live: liveObject(subject), declared: subject.base?.object };
  const manifest = subject.head?.object;
  const context = { mask, listTypes, record, rolloutFields };
  return described({ ...states, base: predictedForBase(subject), manifest }, context);
}

/** Where the pull request is all that makes a difference, no record was looked at. */
function recordFor({ lastApply }: Subject, found: readonly Cause[]): Pick<Change, 'applied'> {
  return isWaiting(found) || found.includes('drift') ? { applied: recordOf(lastApply) } : {};
}

function causesFor(subject: Subject, action: Action, found: readonly Cause[]): readonly Cause[] {
  if (action === 'created') return whyMissing(subject);
  if (action === 'unchanged' || found.length > 0) return found;
  return ['pull-request'];
}

/** Live to prediction. An object of ours in which nothing differs is unchanged. */
export function compared(subject: Subject, verdict: Verdict): Comparison {
  const states = { before: liveObject(subject), after: predicted(subject) };
  const { fields, paths, causes, text, unsynced } = told(subject, states);
  const action = verdict.action === 'unchanged' && fields.length > 0 ? 'configured' : verdict.action;
  const { before, after } = states;
  const { pod, warnings, assumes } = subject.answer;
  const why = causesFor(subject, action, causes);
  return comparison(
    subject,
    { ...verdict, action },
    {
      ...states,
      ...aboutLive(subject),
      fields,
      paths,
      causes: why,
      ...recordFor(subject, why),
      text,
      unsynced,
      warnings: [...new Set([...warnings, ...(pod?.warnings ?? [])])],
      assumes: [...new Set([...assumes, ...(pod?.assumes ?? [])])],
      restart: before && after && restartOf(before, after, action === 'recreated'),
    },
  );
}

/** No dry run came back, but what the apply would merge is known: told by structure, and still a gap. */
export function byStructure(subject: Subject, verdict: Verdict): Comparison {
  const { structural } = subject.answer;
  if (structural === undefined) return unpredicted(subject, verdict);
  const states = { before: liveObject(subject), after: structural };
  const shown = told(subject, states);
  const applied = recordFor(subject, shown.causes);
  return comparison(subject, verdict, { ...states, ...aboutLive(subject), ...shown, ...applied });
}
