/**
 * The contract `proofline.review/v1`: what consumers may rely on. `schema/review.schema.json` is made from it.
 * Every key is always there; null says "not known" or "does not exist here".
 */
import { z } from 'zod';
import { conclusions } from '../approval/decide.ts';
import { actions, appliedRecords, authorKinds, causes, refusers } from '../diff/change.ts';
import { gapKinds } from '../object/gap.ts';
import { sides } from '../object/place.ts';
import { reasons } from '../reconciler/touched.ts';
import { severities } from '../risk/finding.ts';
import { fingerprintKeys } from '../risk/fingerprint.ts';

export const schemaName = 'proofline.review/v1';

const text = z.string();
const textOrNull = text.nullable();
const count = z.int().min(0);

const identity = z
  .strictObject({
    group: text.describe('Empty for the core group.'),
    kind: text,
    namespace: text.describe('Empty for a cluster-scoped object.'),
    name: text.describe('With generateName: that prefix followed by `*`.'),
  })
  .meta({ id: 'identity', description: 'What makes two manifests the same object; never the version.' });

const versionedIdentity = z
  .strictObject({ group: text, version: text, kind: text, namespace: text, name: text })
  .meta({ id: 'versionedIdentity', description: 'An identity with the version in which it is declared.' });

const location = z
  .strictObject({ cluster: textOrNull, namespace: textOrNull })
  .meta({ id: 'location', description: 'A cluster by its name in the configuration, and a namespace.' });

const place = z
  .strictObject({
    file: text,
    line: z.int().min(1),
    side: z.enum(sides).describe('`base` where head does not have the line.'),
  })
  .meta({
    id: 'place',
    description:
      'A path inside the repository and a line from 1, of the head commit (not of the merge) or of base.',
  });

const causeList = z.array(z.enum(causes)).describe('In the order of this list, each at most once.');

const field = z
  .strictObject({
    path: text,
    before: textOrNull.describe('JSON text of the value, masked; null where the field does not exist.'),
    after: textOrNull,
    causes: causeList,
    writer: textOrNull.describe('Field manager of the live value, or `admission` or `defaulting`.'),
    author: z
      .strictObject({ kind: z.enum(authorKinds), name: text })
      .nullable()
      .describe('Who stands behind the writer; null where that is not known.'),
  })
  .meta({ id: 'field' });

const unit = z
  .strictObject({
    id: text.describe('Unique in the review, stable across pushes.'),
    reconciler: text,
    path: text,
    home: location,
    target: location,
    reason: z
      .strictObject({ kind: z.enum(reasons), paths: z.array(text), more: count })
      .describe('Why it is reviewed, with the first of the changed paths on which it depends.'),
    declaredBy: textOrNull.describe('The unit whose render declares it.'),
    source: z.strictObject({ commit: textOrNull, tree: text }),
    artifact: z.strictObject({
      digest: textOrNull,
      remotes: z
        .array(z.strictObject({ reference: text, version: text, digest: text, moving: z.boolean() }))
        .describe(
          'What was fetched from outside; `moving` where the reference may mean another thing tomorrow.',
        ),
    }),
    render: z.strictObject({
      renderer: text,
      version: text,
      parameters: z.json(),
      digest: textOrNull.describe('The manifest set digest.'),
      error: textOrNull.describe("The renderer's own message, masked; null when it rendered."),
    }),
    declaration: z.strictObject({ uid: textOrNull, generation: count.nullable() }),
    applies: z.strictObject({ when: text, why: text }),
    notes: z.array(text).describe('What else its apply does, such as hooks that run again.'),
    lastSync: z
      .strictObject({
        commit: textOrNull.describe('Null where nothing of it came from this repository.'),
        unread: textOrNull.describe('Why it could not be rendered again.'),
      })
      .nullable()
      .describe('What was synced last, where objects do not tell by themselves what was applied to them.'),
  })
  .meta({ id: 'unit' });

const change = z
  .strictObject({
    unit: text,
    object: versionedIdentity,
    action: z.enum(actions),
    by: z.enum(refusers).nullable().describe('Who refuses; null unless `action` is `refused`.'),
    causes: causeList,
    applied: z
      .enum(appliedRecords)
      .nullable()
      .describe(
        'From what it is known what was applied last: `last-sync` where that was rendered again; null where the pull request is the only cause.',
      ),
    order: count.describe("Position in the reconciler's apply order."),
    live: z.strictObject({ uid: text, resourceVersion: text, managers: z.array(text) }).nullable(),
    fields: z.array(field),
    assumes: z.array(text),
    warnings: z.array(text).describe("The API server's Warning headers."),
    message: textOrNull.describe('Why it is refused, in conflict, skipped, not reached or not seen.'),
    terminating: z
      .array(text)
      .nullable()
      .describe('Finalizers that hold an object being deleted; else null.'),
    restart: z
      .strictObject({ pods: count.nullable() })
      .nullable()
      .describe('Pods that are replaced; a null count is not known.'),
    hidden: z
      .strictObject({
        paths: z.array(text),
        stillWritten: z.boolean().describe('The sync overwrites them all the same.'),
      })
      .nullable()
      .describe("Fields that differ and that the reconciler's own comparison does not show."),
    staleUsers: z.array(text).describe('`Kind/name` of users that keep the old content until they restart.'),
    text: text.describe('Unified diff of the masked YAML; empty when nothing changes.'),
  })
  .meta({ id: 'change' });

const finding = z
  .strictObject({
    rule: text,
    severity: z.enum(severities),
    unit: textOrNull,
    objects: z.array(identity),
    places: z.array(place),
    id: text.describe('Stable across pushes.'),
    fingerprint: text.describe('What an approval binds to.'),
    title: text,
    detail: text,
    advice: text,
    suggestions: z
      .array(z.strictObject({ place, text: text.describe('Instead of the whole line at its place.') }))
      .describe('Lines that would take into Git what is live; none where that is not certain.'),
  })
  .meta({ id: 'finding' });

const gap = z
  .strictObject({ kind: z.enum(gapKinds), unit: textOrNull, object: identity.nullable(), why: text })
  .meta({ id: 'gap', description: 'Something the review could not see, and why.' });

const revision = z.strictObject({ ref: textOrNull, commit: textOrNull }).meta({ id: 'revision' });

export const reviewForm = z.strictObject({
  schema: z.literal(schemaName),
  base: revision,
  head: revision,
  merge: z.strictObject({ tree: textOrNull, conflicts: z.array(text) }),
  conclusion: z.enum(conclusions),
  summary: text,
  pending: count.describe('Units that are still being reviewed; 0 in a complete review.'),
  selection: z
    .strictObject({ units: count, changedFiles: count, unclaimed: z.array(text) })
    .nullable()
    .describe('What was looked at; null when the review ended before units were looked for.'),
  reach: z
    .strictObject({ clusters: count, production: count })
    .describe('How many clusters the affected units are applied to, and how many of those serve users.'),
  units: z.array(unit),
  changes: z.array(change),
  findings: z.array(finding),
  fingerprintKey: z
    .enum(fingerprintKeys)
    .describe(
      'What made the fingerprints: `secret`, the operator’s; `public`, one that all know: they approve nothing.',
    ),
  gaps: z.array(gap),
  notProved: z.array(text),
});

export type ReviewForm = z.infer<typeof reviewForm>;
