/** Findings -> cards: those of one rule, severity and advice stand on one card; a long message has its own. */
import { words } from '../object/masked.ts';
import type { Masked } from '../object/masked.ts';
import { compareFindings } from '../risk/finding.ts';
import type { Finding } from '../risk/finding.ts';
import { renderFailed } from '../risk/rules/render-failed.ts';
import type { Card, Member } from './card.ts';

/** In order of severity, then of rule. */
export function findingCards(findings: readonly Finding[]): readonly Card[] {
  const ordered = findings.toSorted(compareFindings);
  const alike = Map.groupBy(ordered, ({ rule, severity, advice, detail }) =>
    JSON.stringify([severity, rule, advice, detail.includes('\n') && detail]),
  );
  return [...alike.values()].flatMap((group) => cardOf(group));
}

/** No approval makes a unit render. */
export function isFatal({ rule, severity }: Finding): boolean {
  return rule === renderFailed.name && severity === 'block';
}

function cardOf(findings: readonly Finding[]): readonly Card[] {
  const [first] = findings;
  if (first === undefined) return [];
  const sameTitle = findings.every(({ title }) => title === first.title);
  const alike = findings.every((finding) => shapeOf(finding) === shapeOf(first));
  const sameDetail = findings.every(({ detail }) => detail === first.detail);
  const title = sameTitle ? first.title : words`${first.title}, and ${findings.length - 1} more like it`;
  const detail = sameDetail ? first.detail : undefined;
  const members = findings.map((finding) => memberOf(finding, { sameTitle: alike, sameDetail }));
  return [
    {
      tone: isFatal(first) ? 'fails' : first.severity,
      title,
      detail,
      quote: undefined,
      advice: first.advice,
      suggestions: findings.flatMap(({ suggestions }) => suggestions ?? []),
      members,
    },
  ];
}

/** The title without the object that it names: each member names its own. */
function shapeOf({ title, objects: [object, ...others] }: Finding): string {
  if (object === undefined || others.length > 0) return title;
  const { kind, namespace, name } = object;
  const full = namespace === '' ? name : `${namespace}/${name}`;
  return title.replace(`${kind} \`${full}\``, () => '');
}

function memberOf(
  { unit, objects, places, title, detail }: Finding,
  { sameTitle, sameDetail }: { readonly sameTitle: boolean; readonly sameDetail: boolean },
): Member {
  return {
    unit,
    objects,
    places,
    note: noteOf(sameTitle ? undefined : title, sameDetail ? undefined : detail),
  };
}

function noteOf(title: Masked | undefined, detail: Masked | undefined): Masked | undefined {
  if (title === undefined) return detail;
  return detail === undefined ? title : words`${title}: ${detail}`;
}
