/** Values that must not leave: each bears one of two needles, so that a single search finds any of them in any writing. */
const needles = ['zanzibar', '815081508150'];

/** A value that only its place gives away as a secret. */
export function hidden(name: string): string {
  return `zanzibar-${name}-4711`;
}

/** A value that its form gives away wherever it stands; also a DNS name, a file name and a label. */
export function shaped(name: string): string {
  return `xoxb-4711-zanzibar-${name}`;
}

/** A value that is a number by its type. */
export const numeric = 8150_8150_8150;

export function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** What base64 shows of a needle, whatever stands around it. */
function encoded(needle: string): readonly string[] {
  return [0, 1, 2].map((offset) => {
    const text = base64(`${'.'.repeat(offset)}${needle}`);
    return text.slice(offset === 0 ? 0 : offset + 1, Math.floor(((needle.length + offset) * 8) / 6));
  });
}

const forms = needles.flatMap((needle) => [
  needle,
  Buffer.from(needle).toString('hex'),
  ...encoded(needle),
  ...encoded(base64(needle).replace(/=+$/, '').slice(0, -2)),
]);

/** The first leak with its surroundings, or undefined. */
export function leakIn(output: string): string | undefined {
  const text = output.toLowerCase();
  const at = forms
    .map((form) => (/[A-Z]/.test(form) ? output.indexOf(form) : text.indexOf(form)))
    .filter((index) => index >= 0)
    .sort((a, b) => a - b)[0];
  return at === undefined ? undefined : output.slice(Math.max(0, at - 200), at + 200);
}
