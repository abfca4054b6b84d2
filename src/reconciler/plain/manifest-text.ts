/** A file's bytes -> whether they look like Kubernetes objects, broken or not, without reading them as YAML. */
import { readValues } from '../../object/yaml.ts';

const apiVersion = /^["']?apiVersion["']?[ \t]*:/m;
const kind = /^["']?kind["']?[ \t]*:/m;
/** `items` for a List. A file without either is a tool's configuration (kind, skaffold). */
const body = /^["']?(?:metadata|items)["']?[ \t]*:/m;

export function looksLikeManifest(file: string, content: Buffer): boolean {
  if (!content.includes('apiVersion') || !content.includes('kind')) return false;
  const text = content.toString('latin1').replace(/^\u00EF\u00BB\u00BF/, '');
  return text.split(/^---/m).some((document) => documentLooksSo(file, document));
}

function documentLooksSo(file: string, text: string): boolean {
  if (!text.includes('apiVersion') || !text.includes('kind')) return false;
  if (/^\s*[{[]/.test(text)) return /"(?:metadata|items)"\s*:/.test(text);
  const head = apiVersion.test(text) && kind.test(text);
  if (body.test(text)) return head || apiVersion.test(text) || kind.test(text);
  // A slip of the indentation must not make a file, and with it a unit, disappear.
  return head && text.includes('metadata') && readValues(file, text).some((each) => each.kind === 'problem');
}
