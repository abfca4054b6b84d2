/** Warning headers -> their texts, in order and without repeats. Texts hold commas, so quoted strings are read, not split. */

/** RFC 7234: code, agent (a host or a quoted string), quoted text, and an optional quoted date. */
const warning = /\d{3}\s+(?:"(?:[^"\\]|\\.)*"|[^\s"]+)\s+"((?:[^"\\]|\\.)*)"(?:\s+"[^"]*")?/g;

export function warningTexts(header: string | readonly string[] | undefined): readonly string[] {
  const values = typeof header === 'string' ? [header] : (header ?? []);
  const texts = values.flatMap((value) =>
    [...value.matchAll(warning)].map((match) => (match[1] ?? '').replaceAll(/\\(.)/g, '$1')),
  );
  return [...new Set(texts)];
}
