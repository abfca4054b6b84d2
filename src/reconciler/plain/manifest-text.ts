/** A file's bytes -> whether they look like Kubernetes objects, broken or not, without reading them as YAML. */
import { readValues } from '../../object/yaml.ts';

const apiVersion = /^["']?apiVersion["']?[ \t]*:/m;
const kind = /^["']?kind["']?[ \t]*:/m;
/** `items` for a List. A file without either is a tool's configuration (kind, skaffold). */
const body = /^["']?(?:metadata|items)["']?[ \t]*:/m;

export function looksLikeManifest(file: string, content: Buffer): boolean {
  const bytes = eachOnce(content);
  if (!bytes.includes('apiVersion') || !bytes.includes('kind')) return false;
  const text = bytes.toString('latin1').replace(/^(?:\u00EF\u00BB\u00BF|\u00FE\u00FF|\u00FF\u00FE)/, '');
  return text.split(/^---/m).some((document) => documentLooksSo(file, document));
}

/** Of UTF-16 and UTF-32, the bytes that are letters: a render refuses them, which it can only do to a unit. */
function eachOnce(content: Buffer): Buffer {
  return content.subarray(0, 8).includes(0) ? Buffer.from(content.filter((byte) => byte !== 0)) : content;
}

function documentLooksSo(file: string, text: string): boolean {
  if (!text.includes('apiVersion') || !text.includes('kind')) return false;
  if (/^\s*[{[]/.test(text)) return /"(?:metadata|items)"\s*:/.test(text);
  const head = apiVersion.test(text) && kind.test(text);
  if (body.test(text)) return head || apiVersion.test(text) || kind.test(text);
  // A slip of the indentation must not make a file, and with it a unit, disappear.
  return head && text.includes('metadata') && readValues(file, text).some((each) => each.kind === 'problem');
}
