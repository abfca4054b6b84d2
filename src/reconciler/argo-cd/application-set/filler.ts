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

/** What all sets of a side may be filled to, in characters: a template and its parameter sets multiply. */
const largestFill = 64_000_000;
/** A map, a list or a value, beside its texts. */
const ownSize = 32;

/** What generators may ask of open pull requests, in characters: these, filters and what surrounds a generator multiply. */
const largestAsking = 4_000_000;

/** What is left of it, shared by all sets of a side. */
export interface Room {
  left: number;
  /** For questions about open pull requests. */
  asking: number;
}

export function roomForSets(): Room {
  return { left: largestFill, asking: largestAsking };
}

const noRoom: Outcome<never> = {
  kind: 'unknown',
  gap: 'source-unreadable',
  why: words`what its templates make, together with those of other sets, is larger than ${largestFill} characters`,
};

export function legacyFiller(room: Room): Filler {
  return {
    goTemplate: false,
    options: [],
    fillAll: async (jobs) =>
      Promise.resolve(
        jobs.map(({ template, parameters }) =>
          filled(template, { room, fillText: (text) => legacyText(text, parameters) }),
        ),
      ),
  };
}

export interface GoMeans {
  readonly templates: Templates;
  readonly mask: Mask;
  readonly room: Room;
}

export function goFiller({ templates, mask, room }: GoMeans, options: readonly string[]): Filler {
  async function fillAll(jobs: readonly Job[]): Promise<readonly Outcome<Json>[]> {
    const requests = jobs.map((job) => requestOf(job, options));
    const asked = requests.filter(({ texts }) => texts.length > 0);
    const answers = new Map<TemplateRequest, Answer>();
    let written = 0;
    for (const run of runsOf(asked)) {
      if (written > room.left) break;
      const evaluated = await templates.evaluate(run);
      written += sizeOf(evaluated);
      for (const [index, request] of run.entries()) answers.set(request, answerOf(evaluated, index, mask));
    }
    return jobs.map(({ template }, index) => {
      const request = requests[index];
      if (request === undefined || request.texts.length === 0) return made(template);
      const answer = answers.get(request);
      return answer === undefined ? noRoom : filledFrom(template, request, { answer, room });
    });
  }
  return { goTemplate: true, options, fillAll };
}

function sizeOf(evaluated: Evaluated): number {
  if (evaluated.kind !== 'evaluated') return 0;
  const texts = evaluated.answers.flat().map((one) => (one.kind === 'text' ? one.text : one.message));
  return texts.reduce((sum, text) => sum + text.length, 0);
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
export function textsIn(value: Json): readonly string[] {
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

function filledFrom(
  template: Json,
  request: TemplateRequest,
  { answer, room }: { readonly answer: Answer; readonly room: Room },
): Outcome<Json> {
  if (answer.kind !== 'made') return answer;
  const results = new Map(request.texts.map((text, index) => [text, answer.value[index]] as const));
  return filled(template, {
    room,
    fillText: (text) => {
      const result = results.get(text);
      if (result === undefined) return made(text);
      return result.kind === 'text' ? made(result.text) : error(result.message);
    },
  });
}

interface Filling {
  readonly room: Room;
  readonly fillText: (text: string) => Outcome<string>;
}

function filled(value: Json, filling: Filling): Outcome<Json> {
  const { room, fillText } = filling;
  room.left -= ownSize;
  if (room.left < 0) return noRoom;
  if (typeof value === 'string') {
    const text = fillText(value);
    if (text.kind === 'made') room.left -= text.value.length;
    return text;
  }
  if (isJsonArray(value)) return all(value.map((item) => filled(item, filling)));
  if (!isJsonObject(value)) return made(value);
  const members = all(
    Object.entries(value).map(([key, member]): Outcome<readonly [string, Json]> => {
      const name = fillText(key);
      const inside = filled(member, filling);
      if (name.kind !== 'made') return name;
      return inside.kind === 'made' ? made([name.value, inside.value] as const) : inside;
    }),
  );
  if (members.kind !== 'made') return members;
  const object: JsonObject = Object.fromEntries(members.value);
  return made(object);
}
