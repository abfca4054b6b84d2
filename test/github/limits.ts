/** A check run or a comment -> the limit of GitHub that it breaks and that the description does not tell. */
import { numberOf, objectOf, listOf, textOf, type JsonObject } from './json.ts';

const OUTPUT_BYTES = 65_535;
const COMMENT_CHARACTERS = 65_536;
const ANNOTATION_BYTES = 64 * 1024;
const ANNOTATION_TITLE = 255;

function bytes(value: unknown): number {
  return Buffer.byteLength(textOf(value) ?? '', 'utf8');
}

function outputProblem(output: JsonObject): string | undefined {
  for (const field of ['summary', 'text']) {
    const size = bytes(output[field]);
    if (size > OUTPUT_BYTES) return `Only ${OUTPUT_BYTES} characters are allowed; ${size} were supplied.`;
  }
  return undefined;
}

function annotationSizeProblem(annotation: JsonObject): string | undefined {
  for (const field of ['message', 'raw_details']) {
    if (bytes(annotation[field]) > ANNOTATION_BYTES) return `An annotation ${field} is larger than 64 KB.`;
  }
  const title = textOf(annotation['title']) ?? '';
  return title.length > ANNOTATION_TITLE
    ? `Only ${ANNOTATION_TITLE} characters are allowed in a title.`
    : undefined;
}

function annotationPlaceProblem(annotation: JsonObject): string | undefined {
  const [start, end] = [numberOf(annotation['start_line']) ?? 0, numberOf(annotation['end_line']) ?? 0];
  if (start < 1 || end < start) return 'An annotation ends before it starts, or starts before line 1.';
  const columns = annotation['start_column'] !== undefined || annotation['end_column'] !== undefined;
  return columns && start !== end ? 'Annotations only support columns on a single line.' : undefined;
}

function annotationProblem(entry: unknown): string | undefined {
  const annotation = objectOf(entry);
  return annotationSizeProblem(annotation) ?? annotationPlaceProblem(annotation);
}

/** `before` is the status of the run that a PATCH meets; finality: facts/github.md section 0.4. */
function finalityProblem(body: JsonObject, before: string | undefined): string | undefined {
  const status = textOf(body['status']);
  const isOpen = status !== undefined && status !== 'completed';
  const concludes = body['conclusion'] !== undefined;
  if (status === 'completed' && !concludes && before !== 'completed')
    return 'A completed check run needs a conclusion.';
  if (isOpen && concludes) return `A check run with a conclusion cannot be ${status}.`;
  if (isOpen && before === 'completed') return `A completed check run cannot go back to ${status}.`;
  return body['conclusion'] === 'stale' ? 'Only GitHub can set the conclusion stale.' : undefined;
}

export function checkRunProblem(body: JsonObject, before?: string): string | undefined {
  const output = objectOf(body['output']);
  const problems = [finalityProblem(body, before), outputProblem(output)];
  problems.push(...listOf(output['annotations']).map(annotationProblem));
  return problems.find((problem) => problem !== undefined);
}

export function commentProblem(body: string): string | undefined {
  if (body.trim() === '') return "Body can't be blank";
  const { length } = Array.from(body);
  return length > COMMENT_CHARACTERS
    ? `Body is too long (maximum is ${COMMENT_CHARACTERS} characters)`
    : undefined;
}
