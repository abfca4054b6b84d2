/** Text -> the ranges in it that are credentials by their shape or by the key before them. */
import { valuesOfSecretKeys } from './credential-assignments.ts';
import { isRandom, shapes, withoutCertificates } from './credential-shapes.ts';

export interface Range {
  readonly start: number;
  readonly end: number;
}

function byShape(text: string): readonly Range[] {
  const found: Range[] = [];
  for (const shape of shapes) {
    for (const match of text.matchAll(shape)) {
      const span = match.indices?.groups?.['secret'] ?? match.indices?.[0];
      if (span) found.push({ start: span[0], end: span[1] });
    }
  }
  return found;
}

function byEntropy(text: string): readonly Range[] {
  const found: Range[] = [];
  for (const match of withoutCertificates(text).matchAll(/[A-Za-z0-9+/_-]{32,}={0,2}/g)) {
    if (isRandom(match[0])) found.push({ start: match.index, end: match.index + match[0].length });
  }
  return found;
}

/** Where credentials stand in the text; ranges may overlap and are in no order. */
export function credentialsIn(text: string): readonly Range[] {
  return [...byShape(text), ...valuesOfSecretKeys(text), ...byEntropy(text)];
}
