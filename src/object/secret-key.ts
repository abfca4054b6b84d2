/** The name of a key, flag or variable -> whether its value is a secret. */

const nouns = new Set([
  'password',
  'passwords',
  'passwd',
  'pwd',
  'passphrase',
  'passcode',
  'token',
  'tokens',
  'secret',
  'secrets',
  'apikey',
  'credential',
  'credentials',
  'creds',
  'authorization',
  'htpasswd',
  'dockerconfigjson',
  'dockercfg',
  'kubeconfig',
  'jwt',
  'dsn',
]);

/** Nginx hands a request on with `proxy_pass`. */
const passing = new Set(['proxy', 'fastcgi', 'uwsgi', 'scgi', 'grpc', 'memcached']);

/** Words that make a secret together with `key` or `string` after them. */
const keyQualifiers = new Set([
  'api',
  'access',
  'private',
  'secret',
  'encryption',
  'signing',
  'master',
  'account',
  'shared',
  'auth',
  'license',
  'storage',
  'session',
  'hmac',
  'connection',
]);

/** A last word that turns the key into a name, a place or a property of a secret. */
const attributes = new Set(
  (
    'name names ref refs reference references key keys path paths file files filename mount mountpath ' +
    'namespace namespaces review reviews policy policies type types version versions enabled disabled ' +
    'expiry expiration ttl seconds minutes hours audience audiences url uri endpoint length size count class ' +
    'classes store stores provider providers id ids algorithm rotation interval format header headers method ' +
    'manager template templates selector selectors labels annotations mode required optional create prefix ' +
    'suffix field fields kind list generator source sources projection rotator reload syncer volume volumes ' +
    'limit limits rate timeout period hash checksum issuer server servers max min'
  ).split(' '),
);

/** `pull secret`, `existing secret`, `tls secret`: the name of a Secret, not a secret. */
const referring = new Set([
  'existing',
  'pull',
  'tls',
  'image',
  'external',
  'sealed',
  'use',
  'create',
  'from',
]);

function wordsOf(key: string): readonly string[] {
  const last = key.slice(key.lastIndexOf('/') + 1);
  return last
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}

function isSecretNoun(parts: readonly string[], index: number): boolean {
  const word = parts[index] ?? '';
  const before = parts[index - 1] ?? '';
  if (word === 'key' || word === 'keys' || word === 'string') return keyQualifiers.has(before);
  if (/^(?:secret|access|api|private|auth|encryption)keys?$|^connectionstrings?$/.test(word)) return true;
  if (word === 'secret' || word === 'secrets') return !referring.has(before);
  return nouns.has(word) || /(?:password|passwd|secret|apikey)$/.test(word);
}

/** Objects have few distinct keys; hostile ones do not fill the memory. */
const known = new Map<string, boolean>();
const mostKnown = 10_000;

/** True for `DB_PASSWORD`, `apiKey`, `client_secret`, `--token`; false for `secretName`, `tokenReview`, `secretKeyRef`. */
export function isSecretKey(key: string): boolean {
  const before = known.get(key);
  if (before !== undefined) return before;
  const is = isSecret(key);
  if (known.size < mostKnown) known.set(key, is);
  return is;
}

function isSecret(key: string): boolean {
  const parts = wordsOf(key);
  const last = parts.at(-1);
  if (last === undefined) return false;
  if (isSecretNoun(parts, parts.length - 1)) return true;
  if (last === 'pass') return !passing.has(parts.at(-2) ?? '');
  if (attributes.has(last)) return false;
  return parts.some((_, index) => isSecretNoun(parts, index));
}

/** A value that only says where the secret is, or that can protect nothing: `${X}`, `$(X)`, `{{ … }}`, `true`, `3`. */
export function isNoSecret(value: string): boolean {
  const bare = value.trim();
  if (bare === '' || /^(?:true|false|null|none|nil|yes|no|on|off|~|\d{1,3})$/i.test(bare)) return true;
  return /^(?:\$\{[^}]*\}|\$\([^)]*\)|\$[A-Z_][A-Z0-9_]*|\{\{[^}]*\}\}|<[A-Za-z _-]+>)$/.test(bare);
}
