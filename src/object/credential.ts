/** Text -> the ranges in it that are credentials by their shape or by the key before them. */
import { valuesOfSecretKeys } from './credential-assignments.ts';
import { valuesOfSecretElements } from './credential-elements.ts';
import { isRandom, shapes, withoutCertificates } from './credential-shapes.ts';

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** What every shape holds somewhere: most texts have nothing of it, and need not be tried against each. */
const hint =
  /PRIVATE KEY|LS0tLS1|eyJ|gh[opsur]_|_pat_|gl(?:pat|dt|rt)-|A[KSBC][IC]A|xox|xapp-|hooks\.slack|discord|AIza|ya29|GOCSPX|[srp]k_|sk-|npm_|pypi-|hf_|_v1_|hv[sbr]\.|AGE-|SG\.|:AA|:\/\/|bearer|basic|authorization|auth\\?"|-u|--user/i;

function byShape(text: string): readonly Range[] {
  if (!hint.test(text)) return [];
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
  if (text.length < 32) return [];
  const found: Range[] = [];
  for (const match of withoutCertificates(text).matchAll(/[A-Za-z0-9+/_-]{32,}={0,2}/g)) {
    if (isRandom(match[0])) found.push({ start: match.index, end: match.index + match[0].length });
  }
  return found;
}

/** Where credentials stand in the text; ranges may overlap and are in no order. */
export function credentialsIn(text: string): readonly Range[] {
  return [...byShape(text), ...valuesOfSecretKeys(text), ...valuesOfSecretElements(text), ...byEntropy(text)];
}
