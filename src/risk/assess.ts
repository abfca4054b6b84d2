/** A whole review -> the questions of all rules, and, with their answers, all findings. */
import type { RepositoryConfig } from '../config/repository.ts';
import type { Comparison } from '../diff/change.ts';
import type { FactRequest, Facts } from '../live/fact.ts';
import { compareText } from '../object/canonical.ts';
import type { FieldPath } from '../object/field-path.ts';
import { compareIdentities, identityKey } from '../object/identity.ts';
import type { Mask } from '../object/masked.ts';
import { words } from '../object/masked.ts';
import type { Place, ShownPlace } from '../object/place.ts';
import { compareFindings } from './finding.ts';
import type { Finding, Severity } from './finding.ts';
import { findingId, fingerprintOf } from './fingerprint.ts';
import type { FingerprintKey } from './fingerprint.ts';
import type { Judgement, Rule, Subject } from './rule.ts';
import { rules as allRules } from './rules.ts';
import { suggestionsFor } from './suggestion.ts';
import type { LineOf } from './suggestion.ts';

export interface Assessment {
  /** By rule name; `off` leaves a rule out. */
  readonly settings: RepositoryConfig['rules'];
  readonly key: FingerprintKey;
  readonly rules?: readonly Rule[];
  /** Without it, places are the objects' first lines. */
  readonly placesOf?: PlacesOf;
  /** Without it, no line is suggested. */
  readonly lineOf?: LineOf;
}

/** Where a field of an object is set: none where that is not certain. Without a field, where the object is declared. */
export type PlacesOf = (comparison: Comparison, field: FieldPath | undefined) => readonly Place[];

/** What is certain without a look into the source. */
export const declaredAt: PlacesOf = ({ origin }, field) => (origin === undefined || field ? [] : [origin]);

/** More lines than that say no more about one finding. */
const mostFields = 10;

function active({ settings, rules = allRules }: Pick<Assessment, 'settings' | 'rules'>): readonly Rule[] {
  return rules.filter((rule) => settings[rule.name] !== 'off');
}

/** In one batch for all rules. A rule that fails here fails again in assess, and is told there. */
export function factRequests(
  subject: Subject,
  assessment: Pick<Assessment, 'settings' | 'rules'>,
): readonly FactRequest[] {
  return active(assessment).flatMap((rule) => {
    try {
      return rule.needs(subject);
    } catch {
      return [];
    }
  });
}

/** A rule that breaks must neither hide the others nor look like silence: what it would have found was not seen. */
function broken(rule: Rule, error: unknown, mask: Mask): Judgement {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    severity: 'block',
    unit: undefined,
    comparisons: [],
    objects: [],
    about: `rule ${rule.name}`,
    title: words`Rule ${mask.text(rule.name)} failed, so what it looks for was not looked for`,
    detail: words`${mask.text(reason)}`,
    advice: words`Look at what this rule is about by hand, and report the fault.`,
    restsOn: { rule: rule.name, reason },
  };
}

interface Evidence {
  readonly subject: Subject;
  readonly facts: Facts;
}

interface Judged {
  readonly rule: string;
  readonly judgement: Judgement;
}

function judge(rule: Rule, { subject, facts }: Evidence, setting: Severity | undefined): readonly Judged[] {
  try {
    // What a rule asks for must be askable too, or the rule would judge without its facts.
    rule.needs(subject);
    return rule.judge(subject, facts).map((judgement) => ({
      rule: rule.name,
      judgement: { ...judgement, severity: setting ?? judgement.severity },
    }));
  } catch (error) {
    return [{ rule: 'not-seen', judgement: broken(rule, error, subject.mask) }];
  }
}

function placesOf(
  { comparisons, fields = [], places = [] }: Judgement,
  mask: Mask,
  of: PlacesOf = declaredAt,
): readonly ShownPlace[] {
  const traced = comparisons.flatMap((comparison) => {
    const certain = fields.slice(0, mostFields).flatMap((field) => of(comparison, field));
    return certain.length > 0 ? certain : of(comparison, undefined);
  });
  const known = new Map<string, ShownPlace>();
  for (const place of [...traced, ...places]) {
    known.set(`${place.file}\n${place.line}`, { ...place, file: mask.text(place.file) });
  }
  return [...known.values()];
}

function findingOf(
  { rule, judgement }: Judged,
  { mask }: Subject,
  { key, placesOf: of, lineOf }: Assessment,
): Finding {
  const { severity, unit, comparisons, title, detail, advice, restsOn } = judgement;
  const objects = [...judgement.objects].sort(compareIdentities);
  const id = findingId({ rule, unit, objects, about: judgement.about ?? '' });
  const changes = [...comparisons]
    .sort((a, b) => compareText(identityKey(a.change.object), identityKey(b.change.object)))
    .map(({ binding }) => binding);
  const suggestions = lineOf ? suggestionsFor(judgement.taking ?? [], { lineOf, mask }) : [];
  const fingerprint = fingerprintOf({ id, changes, restsOn }, key);
  return {
    rule,
    severity,
    unit,
    objects,
    places: placesOf(judgement, mask, of),
    id,
    fingerprint,
    title,
    detail,
    advice,
    ...(suggestions.length > 0 && { suggestions }),
  };
}

/** In the order of compareFindings. */
export function assess(subject: Subject, facts: Facts, assessment: Assessment): readonly Finding[] {
  return active(assessment)
    .flatMap((rule) => judge(rule, { subject, facts }, settingOf(assessment, rule)))
    .map((judged) => findingOf(judged, subject, assessment))
    .sort(compareFindings);
}

function settingOf({ settings }: Assessment, rule: Rule): Severity | undefined {
  const setting = settings[rule.name];
  return setting === 'off' ? undefined : setting;
}
