/** A selector as a text, such as `app=web,tier in (a, b),!old` -> whether labels or annotations fit it; undefined where it cannot be read. */

export type Fits = (marks: Readonly<Record<string, string>>) => boolean;

const key = String.raw`(?<key>[\w./-]+)`;
const forms: readonly (readonly [RegExp, (groups: Groups) => Fits])[] = [
  [new RegExp(`^${key}$`), ({ key: name }) => has(name)],
  [new RegExp(`^!\\s*${key}$`), ({ key: name }) => not(has(name))],
  [new RegExp(`^${key}\\s*==?\\s*(?<value>[\\w.-]*)$`), ({ key: name, value }) => isAmong(name, [value])],
  [new RegExp(`^${key}\\s*!=\\s*(?<value>[\\w.-]*)$`), ({ key: name, value }) => not(isAmong(name, [value]))],
  [
    new RegExp(`^${key}\\s+in\\s*\\((?<value>[\\w.,\\s-]*)\\)$`),
    ({ key: name, value }) => isAmong(name, listed(value)),
  ],
  [
    new RegExp(`^${key}\\s+notin\\s*\\((?<value>[\\w.,\\s-]*)\\)$`),
    ({ key: name, value }) => not(isAmong(name, listed(value))),
  ],
];

interface Groups {
  readonly key: string;
  readonly value: string;
}

export function labelSelector(text: string): Fits | undefined {
  // A comma inside of parentheses separates values.
  const parts = text.split(/,(?![^(]*\))/).map((part) => part.trim());
  const read = parts.map(requirement);
  const known = read.filter((each) => each !== undefined);
  return known.length < read.length ? undefined : (marks) => known.every((fits) => fits(marks));
}

function requirement(text: string): Fits | undefined {
  for (const [form, make] of forms) {
    const groups = form.exec(text)?.groups;
    if (groups !== undefined) return make({ key: groups['key'] ?? '', value: groups['value'] ?? '' });
  }
  return undefined;
}

function listed(values: string): readonly string[] {
  return values.split(',').map((value) => value.trim());
}

function has(name: string): Fits {
  return (marks) => Object.hasOwn(marks, name);
}

function isAmong(name: string, values: readonly string[]): Fits {
  return (marks) => Object.hasOwn(marks, name) && values.includes(marks[name] ?? '');
}

function not(fits: Fits): Fits {
  return (marks) => !fits(marks);
}
