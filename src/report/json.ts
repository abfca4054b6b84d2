/** A review -> the contract's JSON text: the same bytes for the same review, whatever order its parts came in. */
import { causes as causeOrder } from '../diff/change.ts';
import type { Cause, Change, FieldChange } from '../diff/change.ts';
import { compareText } from '../object/canonical.ts';
import type { Gap } from '../object/gap.ts';
import { compareIdentities } from '../object/identity.ts';
import type { Identity, VersionedIdentity } from '../object/identity.ts';
import type { Json } from '../object/json.ts';
import { isJsonArray } from '../object/json.ts';
import type { ShownPlace } from '../object/place.ts';
import { compareFindings } from '../risk/finding.ts';
import type { Finding } from '../risk/finding.ts';
import { compareGaps } from './gap-cards.ts';
import type { ReviewForm } from './json-form.ts';
import type { Review, UnitLocation, UnitReport } from './review.ts';
import { compareChanges } from './tally.ts';

type Form<Key extends keyof ReviewForm> = ReviewForm[Key] extends (infer Item)[] ? Item : never;

type Parameters = Form<'units'>['render']['parameters'];

/** Ends with a line break. */
export function toJson(review: Review): string {
  return `${JSON.stringify(formOf(review), null, 2)}\n`;
}

export function formOf(review: Review): ReviewForm {
  const { base, head, merge, selection } = review;
  return {
    schema: 'proofline.review/v1',
    base: { ref: base.ref ?? null, commit: base.commit ?? null },
    head: { ref: head.ref ?? null, commit: head.commit ?? null },
    merge: { tree: merge.tree ?? null, conflicts: merge.conflicts.toSorted(compareText) },
    conclusion: review.conclusion,
    summary: review.summary,
    pending: review.pending,
    selection:
      selection === undefined ? null : { ...selection, unclaimed: selection.unclaimed.toSorted(compareText) },
    reach: review.reach,
    units: review.units.toSorted((a, b) => compareText(a.id, b.id)).map((unit) => unitForm(unit)),
    changes: review.changes.toSorted(compareChanges).map((change) => changeForm(change)),
    findings: review.findings.toSorted(compareFindings).map((finding) => findingForm(finding)),
    fingerprintKey: review.fingerprintKey,
    gaps: review.gaps.toSorted(compareGaps).map((gap) => gapForm(gap)),
    notProved: [...review.notProved],
  };
}

function unitForm({
  id,
  reconciler,
  path,
  home,
  target,
  source,
  artifact,
  render,
  ...unit
}: UnitReport): Form<'units'> {
  return {
    id,
    reconciler,
    path,
    home: locationForm(home),
    target: locationForm(target),
    source: { commit: source.commit ?? null, tree: source.tree },
    reason: { ...unit.reason, paths: [...unit.reason.paths] },
    declaredBy: unit.declaredBy ?? null,
    artifact: {
      digest: artifact.digest ?? null,
      remotes: artifact.remotes.toSorted((a, b) => compareText(a.reference, b.reference)),
    },
    render: {
      renderer: render.renderer,
      version: render.version,
      parameters: sorted(render.parameters),
      digest: render.digest ?? null,
      error: render.error ?? null,
    },
    declaration: { uid: unit.declaration.uid ?? null, generation: unit.declaration.generation ?? null },
    applies: { when: unit.applies.when, why: unit.applies.why },
    notes: [...unit.notes],
    lastSync: lastSyncForm(unit.lastSync),
  };
}

function lastSyncForm(lastSync: UnitReport['lastSync']): Form<'units'>['lastSync'] {
  if (lastSync === undefined) return null;
  return { commit: lastSync.commit ?? null, unread: lastSync.unread ?? null };
}

function changeForm(change: Change): Form<'changes'> {
  const { live, restart } = change;
  return {
    unit: change.unit,
    object: versionedForm(change.object),
    action: change.action,
    by: change.by ?? null,
    causes: ordered(change.causes),
    applied: change.applied ?? null,
    order: change.order,
    live:
      live === undefined
        ? null
        : {
            uid: live.uid,
            resourceVersion: live.resourceVersion,
            managers: live.managers.toSorted(compareText),
          },
    fields: change.fields.toSorted((a, b) => compareText(a.path, b.path)).map((field) => fieldForm(field)),
    assumes: change.assumes.toSorted(compareText),
    warnings: change.warnings.toSorted(compareText),
    message: change.message ?? null,
    terminating: change.terminating?.toSorted(compareText) ?? null,
    restart: restart === undefined ? null : { pods: restart.pods ?? null },
    hidden:
      change.hidden === undefined
        ? null
        : { ...change.hidden, paths: change.hidden.paths.toSorted(compareText) },
    staleUsers: change.staleUsers.toSorted(compareText),
    text: change.text,
  };
}

function fieldForm(field: FieldChange): Form<'changes'>['fields'][number] {
  const { path, before, after, causes, writer, author } = field;
  return {
    path,
    before: before ?? null,
    after: after ?? null,
    causes: ordered(causes),
    writer: writer ?? null,
    author: author === undefined ? null : { kind: author.kind, name: author.name },
  };
}

function findingForm({ rule, severity, unit, objects, places, ...finding }: Finding): Form<'findings'> {
  return {
    rule,
    severity,
    unit: unit ?? null,
    objects: objects.toSorted(compareIdentities).map((object) => identityForm(object)),
    places: places.toSorted(comparePlaces).map((place) => placeForm(place)),
    id: finding.id,
    fingerprint: finding.fingerprint,
    title: finding.title,
    detail: finding.detail,
    advice: finding.advice,
    suggestions: (finding.suggestions ?? [])
      .toSorted((a, b) => comparePlaces(a.place, b.place))
      .map((suggestion) => ({ place: placeForm(suggestion.place), text: suggestion.text })),
  };
}

function placeForm({ file, line, side }: ShownPlace): Form<'findings'>['places'][number] {
  return { file, line, side: side ?? 'head' };
}

function gapForm({ kind, unit, object, why }: Gap): Form<'gaps'> {
  return { kind, unit: unit ?? null, object: object === undefined ? null : identityForm(object), why };
}

function identityForm({ group, kind, namespace, name }: Identity): Form<'findings'>['objects'][number] {
  return { group, kind, namespace, name };
}

function versionedForm({
  group,
  version,
  kind,
  namespace,
  name,
}: VersionedIdentity): Form<'changes'>['object'] {
  return { group, version, kind, namespace, name };
}

function locationForm({ cluster, namespace }: UnitLocation): Form<'units'>['home'] {
  return { cluster: cluster ?? null, namespace: namespace ?? null };
}

function comparePlaces(a: ShownPlace, b: ShownPlace): number {
  return compareText(a.file, b.file) || a.line - b.line || compareText(a.side ?? '', b.side ?? '');
}

function ordered(causes: readonly Cause[]): Cause[] {
  return causeOrder.filter((cause) => causes.includes(cause));
}

/** A copy whose keys stand in one order. */
function sorted(value: Json): Parameters {
  if (value === null || typeof value !== 'object') return value;
  if (isJsonArray(value)) return value.map((item) => sorted(item));
  const members = Object.entries(value).toSorted(([a], [b]) => compareText(a, b));
  return Object.fromEntries(members.map(([key, member]) => [key, sorted(member)]));
}
