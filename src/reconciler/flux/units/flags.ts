/** The arguments of a controller -> its flags, as its command line reads them. */

export interface Flags {
  /** The last one counts; empty where it is not given. */
  text(name: string): string;
  isSet(name: string): boolean;
  /** Of a flag that may be given several times, and each time with several values. */
  list(name: string): readonly string[];
  gates(): Record<string, boolean>;
}

export function flagsOf(args: readonly string[]): Flags {
  const given = args.flatMap((arg, index): readonly (readonly [string, string])[] => {
    const [, name, , value] = /^--?([a-z][\w-]*)(=(.*))?$/su.exec(arg) ?? [];
    if (name === undefined) return [];
    const next = args[index + 1];
    const apart = next === undefined || next.startsWith('-') ? 'true' : next;
    return [[name, value ?? apart]];
  });
  const all = (name: string): readonly string[] =>
    given.flatMap(([each, value]) => (each === name ? [value] : []));
  const list = (name: string): readonly string[] =>
    all(name).flatMap((value) => value.split(',').filter((item) => item !== ''));
  return {
    text: (name) => all(name).at(-1) ?? '',
    isSet: (name) => all(name).at(-1) === 'true',
    list,
    gates: () => Object.fromEntries(list('feature-gates').map(gate)),
  };
}

function gate(text: string): readonly [string, boolean] {
  const [name = '', value = 'true'] = text.split('=', 2);
  return [name, value === 'true'];
}
