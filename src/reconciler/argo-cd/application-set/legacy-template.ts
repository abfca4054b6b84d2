/** A text with `{{ parameter }}` and the parameters -> the text that the templates from before goTemplate make of it. */
import { error, made, type Outcome } from './side.ts';
import type { Parameters } from './parameters.ts';

/** No text of an ApplicationSet is larger: etcd takes no object of two megabytes. */
const largestText = 2 * 1024 * 1024;

/** What is unknown, or no text, stays as it is written; so does all where no line has both braces (fasttemplate). */
export function legacyText(text: string, parameters: Parameters): Outcome<string> {
  if (!hasTag(text)) return made(text);
  const parts: string[] = [];
  let at = 0;
  let length = text.length;
  for (let open = text.indexOf('{{', at); open >= 0; open = text.indexOf('{{', at)) {
    const close = text.indexOf('}}', open + 2);
    if (close < 0) return error('invalid template: an opening {{ has no closing }}');
    const tag = text.slice(open + 2, close);
    const value = valueOf(tag.trim(), parameters) ?? `{{${tag}}}`;
    length += value.length;
    if (length > largestText) return error('the text is larger than any object may be');
    parts.push(text.slice(at, open), value);
    at = close + 2;
  }
  return made([...parts, text.slice(at)].join(''));
}

function hasTag(text: string): boolean {
  return text.split('\n').some((line) => {
    const open = line.indexOf('{{');
    return open >= 0 && line.includes('}}', open + 2);
  });
}

function valueOf(name: string, parameters: Parameters): string | undefined {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
