/** JSON values full of templates, each with its own parameters -> the values with every text and key filled in. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../object/json.ts';
import { type Mask, words } from '../../../object/masked.ts';
import type { Evaluated, TemplateRequest, TemplateResult, Templates } from '../../templates.ts';
import { legacyText } from './legacy-template.ts';
import { type Parameters, textMapsIn } from './parameters.ts';
import { all, error, made, type Outcome } from './side.ts';

export interface Job {
  readonly template: Json;
  readonly parameters: Parameters;
  /** Other than the set's own. */
  readonly options?: readonly string[];
}

/** Fills templates as one ApplicationSet says that they are to be read. */
export interface Filler {
  readonly goTemplate: boolean;
  readonly options: readonly string[];
  /** One answer a job, in their order; in as few runs of the program as there can be. */
  fillAll(jobs: readonly Job[]): Promise<readonly Outcome<Json>[]>;
}

/** What one run of the program is asked at most, in characters of values and texts. */
const largestRun = 4_000_000;

export const legacyFiller: Filler = {
  goTemplate: false,
  options: [],
  fillAll: async (jobs) =>
    Promise.resolve(
      jobs.map(({ template, parameters }) => filled(template, (text) => legacyText(text, parameters))),
    ),
};

export function goFiller(templates: Templates, options: readonly string[], mask: Mask): Filler {
  async function fillAll(jobs: readonly Job[]): Promise<readonly Outcome<Json>[]> {
    const requests = jobs.map((job) => requestOf(job, options));
    const asked = requests.filter(({ texts }) => texts.length > 0);
    const answers = new Map<TemplateRequest, Answer>();
    for (const run of runsOf(asked)) {
      const evaluated = await templates.evaluate(run);
      for (const [index, request] of run.entries()) answers.set(request, answerOf(evaluated, index, mask));
    }
    return jobs.map(({ template }, index) => {
      const request = requests[index];
      const answer = request === undefined ? undefined : answers.get(request);
      return request === undefined || answer === undefined
        ? made(template)
        : filledFrom(template, request, answer);
    });
  }
  return { goTemplate: true, options, fillAll };
}

type Answer = Outcome<readonly TemplateResult[]>;

function requestOf({ template, parameters, options: own }: Job, options: readonly string[]): TemplateRequest {
  const texts = [...new Set(textsIn(template))];
  const maps = textMapsIn(parameters);
  return {
    texts,
    values: parameters,
    options: own ?? options,
    ...(maps.length === 0 ? {} : { textMaps: maps }),
  };
}

/** Only what has braces: all other text is the same afterwards. */
function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return value.includes('{{') ? [value] : [];
  if (isJsonArray(value)) return value.flatMap(textsIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => [...textsIn(key), ...textsIn(member)]);
}

function runsOf(requests: readonly TemplateRequest[]): readonly (readonly TemplateRequest[])[] {
  const runs: TemplateRequest[][] = [];
  let size = Infinity;
  for (const request of requests) {
    const own = JSON.stringify([request.texts, request.values]).length;
    if (size + own > largestRun) {
      runs.push([]);
      size = 0;
    }
    size += own;
    runs.at(-1)?.push(request);
  }
  return runs;
}

function answerOf(evaluated: Evaluated, index: number, mask: Mask): Answer {
  if (evaluated.kind === 'evaluated') return made(evaluated.answers[index] ?? []);
  const gap = evaluated.kind === 'missing' ? ('renderer-missing' as const) : ('source-unreadable' as const);
  const said = mask.text(evaluated.kind === 'missing' ? evaluated.why : evaluated.message);
  return { kind: 'unknown', gap, why: words`its Go templates could not be evaluated: ${said}` };
}

function filledFrom(template: Json, request: TemplateRequest, answer: Answer): Outcome<Json> {
  if (answer.kind !== 'made') return answer;
  const results = new Map(request.texts.map((text, index) => [text, answer.value[index]] as const));
  return filled(template, (text) => {
    const result = results.get(text);
    if (result === undefined) return made(text);
    return result.kind === 'text' ? made(result.text) : error(result.message);
  });
}

function filled(value: Json, fillText: (text: string) => Outcome<string>): Outcome<Json> {
  if (typeof value === 'string') return fillText(value);
  if (isJsonArray(value)) return all(value.map((item) => filled(item, fillText)));
  if (!isJsonObject(value)) return made(value);
  const members = all(
    Object.entries(value).map(([key, member]): Outcome<readonly [string, Json]> => {
      const name = fillText(key);
      const inside = filled(member, fillText);
      if (name.kind !== 'made') return name;
      return inside.kind === 'made' ? made([name.value, inside.value] as const) : inside;
    }),
  );
  if (members.kind !== 'made') return members;
  const object: JsonObject = Object.fromEntries(members.value);
  return made(object);
}
