/** A generator's `values`, which may use its own parameters -> the parameter sets with them. */
import { isJsonObject, type Json } from '../../../object/json.ts';
import type { Filler } from './filler.ts';
import { type Parameters, textMap } from './parameters.ts';
import { all, made, type Outcome } from './side.ts';

export interface Unvalued {
  readonly parameters: readonly Parameters[];
  readonly values: Json | undefined;
}

/** They cannot use each other. */
export async function withValues(
  asked: readonly Outcome<Unvalued>[],
  filler: Filler,
): Promise<readonly Outcome<readonly Parameters[]>[]> {
  const jobs = asked.flatMap((one) =>
    one.kind === 'made' && hasMembers(one.value.values)
      ? one.value.parameters.map((parameters) => ({ template: textsOf(one.value.values), parameters }))
      : [],
  );
  const answers = await filler.fillAll(
    jobs.map(({ template, parameters }) => ({ template: Object.values(template), parameters })),
  );
  let next = 0;
  return asked.map((one) => {
    if (one.kind !== 'made') return one;
    const { parameters, values } = one.value;
    if (!hasMembers(values)) return made(parameters);
    const names = Object.keys(textsOf(values));
    const own = parameters.map((base) => {
      const answer = answers[next];
      next += 1;
      if (answer === undefined) throw new Error('values have no answer');
      return answer.kind === 'made' ? made(added(base, { names, texts: answer.value }, filler)) : answer;
    });
    return all(own);
  });
}

function added(
  base: Parameters,
  { names, texts }: { readonly names: readonly string[]; readonly texts: Json },
  filler: Filler,
): Parameters {
  const list = Array.isArray(texts) ? texts : [];
  const entries = names.map((name, index) => [name, String(list[index])] as const);
  if (filler.goTemplate) return { ...base, values: textMap(Object.fromEntries(entries)) };
  return { ...base, ...Object.fromEntries(entries.map(([name, text]) => [`values.${name}`, text])) };
}

function hasMembers(values: Json | undefined): boolean {
  return isJsonObject(values) && Object.keys(values).length > 0;
}

function textsOf(values: Json | undefined): Record<string, string> {
  if (!isJsonObject(values)) return {};
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  );
}
