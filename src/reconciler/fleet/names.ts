/** Texts -> the names that Fleet makes of them: of bundles, releases and sets of objects (internal/names). */
import { createHash } from 'node:crypto';

const longestRelease = 53;

/** Of a path below a GitRepo's name; also what a release is called that is given no name. */
export function releaseName(text: string): string {
  const dashed = text.replaceAll('/', '-');
  const collides = dashed !== dashed.toLowerCase() || /[^a-zA-Z0-9-]/u.test(dashed);
  const clean = (collides ? `${dashed}-${md5(dashed, 8)}` : dashed)
    .toLowerCase()
    .replaceAll(/[^a-zA-Z0-9-]+/gu, '-')
    .replaceAll(/-+/gu, '-')
    .replaceAll(/^-|-$/gu, '');
  return clean === '' ? md5(text, 24) : limited(clean, longestRelease);
}

function limited(text: string, length: number): string {
  if (text.length <= length) return text;
  const kept = text.slice(0, length - 6);
  return `${kept}${kept.endsWith('-') ? '' : '-'}${md5(text, 5)}`;
}

function md5(text: string, length: number): string {
  return createHash('md5').update(text).digest('hex').slice(0, length);
}

/** What ties the objects of one bundle together on its cluster. */
export function setId(bundle: string, scope: string): string {
  const suffix = scope === '' ? [] : [scope];
  if (bundle.startsWith('fleet-agent')) return safe(['fleet-agent-bootstrap', ...suffix]);
  return safe(['default', bundle, ...suffix]);
}

export function setHash(id: string): string {
  return createHash('sha1').update(id).digest('hex');
}

function safe(parts: readonly string[]): string {
  const whole = parts.join('-');
  if (whole.length < 64) return whole;
  const digest = createHash('sha256').update(whole).digest('hex');
  return /[a-z0-9]/u.test(whole.charAt(56))
    ? `${whole.slice(0, 57)}-${digest.slice(0, 5)}`
    : `${whole.slice(0, 56)}-${digest.slice(0, 6)}`;
}
