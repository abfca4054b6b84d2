/** A review -> all its cards; what a finding says of a gap is not said again. */
import type { Gap } from '../object/gap.ts';
import type { Finding } from '../risk/finding.ts';
import type { Card } from './card.ts';
import { failureCards } from './failure-cards.ts';
import { findingCards } from './finding-cards.ts';
import { gapCards } from './gap-cards.ts';
import type { Review } from './review.ts';

/** By tone: what fails, findings by severity, what was not seen. */
export function cardsOf(review: Review): readonly Card[] {
  const findings = review.findings.filter(
    (finding) => finding.severity !== 'info' || !review.gaps.some((gap) => tells(finding, gap)),
  );
  const gaps = review.gaps.filter((gap) => !findings.some((finding) => tells(finding, gap)));
  return [...failureCards(review), ...findingCards(findings), ...gapCards(gaps)];
}

function tells({ rule, unit, detail }: Finding, gap: Gap): boolean {
  return rule === 'not-seen' && unit === gap.unit && detail.includes(gap.why);
}
