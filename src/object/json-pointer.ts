/** A JSON pointer (RFC 6901) -> the keys that it leads through, and back. */

/** What stands before the first slash is not looked at; none for a text without a slash. */
export function keysIn(pointer: string): readonly string[] {
  const [, ...parts] = pointer.split('/');
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function pointerTo(keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
