/** What tokens, keys and passwords of known programs look like. */

/**
 * The group named `secret` is hidden; without it, the whole match.
 * Every repetition is bounded or starts behind a look-behind, so that hostile text takes linear time.
 */
export const shapes: readonly RegExp[] = [
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/dg,
  // base64 of `-----BEGIN … PRIVATE KEY`, as Secrets and kubeconfigs hold it
  /LS0tLS1CRUdJTi(?!BDRVJUSUZJQ0FUR|BQVUJMSUMg)[A-Za-z0-9+/]{16,}={0,2}/dg,
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)*/dg,
  // ghs_ tokens may hold dots and be over 500 characters long.
  /\bgh[opsur]_[\w.-]{16,}/dg,
  /\bgithub_pat_[\w.-]{16,}/dg,
  /\b(?:glpat|gldt|glrt)-[\w-]{16,}/dg,
  /\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b/dg,
  /\bxox[a-z]-[\w-]{10,}|\bxapp-[\w-]{10,}/dg,
  /https:\/\/hooks\.slack\.com\/(?:services|workflows)\/(?<secret>[\w/-]+)/dg,
  /https:\/\/discord(?:app)?\.com\/api\/webhooks\/(?<secret>[\w/-]+)/dg,
  /\bAIza[\w-]{35}|\bya29\.[\w-]{20,}|\bGOCSPX-[\w-]{20,}/dg,
  /\b[srp]k_(?:live|test)_[A-Za-z0-9]{16,}|(?<![\w-])sk-[A-Za-z0-9][\w-]{18,}/dg,
  /\bnpm_[A-Za-z0-9]{30,}|\bpypi-[\w-]{30,}|\bhf_[A-Za-z0-9]{30,}|\bdo[opr]_v1_[a-f0-9]{40,}/dg,
  /\bhv[sbr]\.[\w-]{20,}|\bAGE-SECRET-KEY-1[0-9A-Z]{50,}|\bSG\.[\w-]{16,64}\.[\w-]{16,}/dg,
  /\b\d{8,10}:AA[\w-]{32,}/dg,
  // user:password@ in a URL. A slash ends the authority, so `host:5000/image@sha256:` does not match.
  /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,20}:\/\/[^\s:/@'"]{0,256}:(?<secret>[^\s/@'"]{1,1024})@/dgi,
  /\bbearer[ \t]+(?<secret>(?=[\w.~+/-]*[\d.])[\w.~+/-]{8,}=*)/dgi,
  /\bbasic[ \t]+(?<secret>(?=[A-Za-z0-9+/]*[A-Z\d])[A-Za-z0-9+/]{8,}={0,2})/dg,
  /\bBasic[ \t]+(?<secret>(?=[A-Za-z0-9+/]*[A-Z\d=])[A-Za-z0-9+/]{8,}={0,2})/dg,
  /\bauthorization\\?["']?[ \t]*[:=][ \t]*\\?["']?(?:(?:basic|bearer|token)[ \t]+)?(?<secret>[^\s"',;\\]+)/dgi,
  /"auth\\?"[ \t]*:[ \t]*\\?"(?<secret>[A-Za-z0-9+/]{8,}={0,2})/dg,
  /(?:^|\s)(?:-u|--user)[ =]["']?[^\s:"']{1,256}:(?<secret>[^\s"']+)/dg,
];

/** Base64 of `-----BEGIN CERTIFICATE` and `-----BEGIN PUBLIC`: a caBundle is public. */
const publicBase64 = /^LS0tLS1CRUdJTi(?:BDRVJUSUZJQ0FUR|BQVUJMSUMg)/;

/** Bits of Shannon entropy a character. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** Inside a certificate every full line is 64 base64 characters; only the PEM header says what they are. */
const certificates = /-----BEGIN (?:CERTIFICATE|PUBLIC KEY|CERTIFICATE REQUEST)-----[^-]*-----END/g;

function mixesCases(token: string): boolean {
  return (token.match(/\d/g) ?? []).length >= 3 && /[a-z]/.test(token) && /[A-Z]/.test(token);
}

function isPath(token: string): boolean {
  const pieces = token.split(/[/_-]/);
  if (pieces.length > 3 && token.length / pieces.length < 12) return true;
  return pieces.length > 1 && pieces.some((piece) => /^[a-z]{4,}$|^[A-Z]{4,}$|^v\d+$/.test(piece));
}

/**
 * True for a long token that mixes upper case, lower case and digits at random.
 * False for digests, SHAs and UIDs (one case), file paths, and compound words.
 */
export function isRandom(token: string): boolean {
  if (token.length < 32 || publicBase64.test(token) || !mixesCases(token) || isPath(token)) return false;
  return entropy(token.slice(0, 4096)) >= 4.2;
}

/** The text with certificates and public keys blanked out, so that they are not taken for random tokens. */
export function withoutCertificates(text: string): string {
  return text.replaceAll(certificates, (block) => ' '.repeat(block.length));
}
