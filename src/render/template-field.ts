/** A field and the template that made its object -> its line there. */
import { at } from '../object/json.ts';
import type { Place } from '../object/place.ts';
import type { AskedField } from './asked-field.ts';
import { literalField } from './declared-field.ts';
import { valuesIn } from './parsed-files.ts';

/** Stands for what the template makes: no object has it. */
const made = 'made-by-the-template';

/** The line where the template says the value itself, in its only document of that kind. */
export function templateLiteral(asked: AskedField, text: string): Place | undefined {
  const plain = text
    .replaceAll(/^[ \t]*(?:\{\{[^{}\n]*\}\}[ \t]*)+$/gmu, '')
    .replaceAll(/\{\{[^{}\n]*\}\}/gu, made);
  const alike = valuesIn(asked.origin.file, plain).filter(
    ({ value }) => at(value, 'kind') === asked.object.kind,
  );
  const [only, ...others] = alike;
  return only === undefined || others.length > 0 ? undefined : literalField(asked, only);
}

/** The only line of the object's document that has the field's last key: more than one, and it could be any. */
export function templateKey({ origin, path }: AskedField, text: string): Place | undefined {
  const last = path.findLast((step) => typeof step === 'string');
  if (last === undefined) return undefined;
  const having = documentFrom(text, origin.line).flatMap((line, index) =>
    keyIn(line) === last ? [origin.line + index] : [],
  );
  const [only, ...others] = having;
  return only === undefined || others.length > 0 ? undefined : { file: origin.file, line: only };
}

function documentFrom(text: string, line: number): readonly string[] {
  const lines = text.split('\n').slice(line - 1);
  const end = lines.findIndex((candidate, index) => index > 0 && candidate.startsWith('---'));
  return end < 0 ? lines : lines.slice(0, end);
}

function keyIn(line: string): string | undefined {
  return /^\s*(?:- +)*(?<quote>["']?)(?<key>[\w./-]+)\k<quote>:/u.exec(line)?.groups?.['key'];
}
