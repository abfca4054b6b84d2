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

function annotationProblem(entry: unknown): string | undefined {
  const annotation = objectOf(entry);
  const [start, end] = [numberOf(annotation['start_line']) ?? 0, numberOf(annotation['end_line']) ?? 0];
  const columns = annotation['start_column'] !== undefined || annotation['end_column'] !== undefined;
  if (bytes(annotation['message']) > ANNOTATION_BYTES) return 'An annotation message is larger than 64 KB.';
  if (bytes(annotation['raw_details']) > ANNOTATION_BYTES)
    return 'An annotation raw_details is larger than 64 KB.';
  if ((textOf(annotation['title']) ?? '').length > ANNOTATION_TITLE)
    return `Only ${ANNOTATION_TITLE} characters are allowed in an annotation title.`;
  if (start < 1 || end < start) return 'An annotation ends before it starts, or starts before line 1.';
  if (columns && start !== end) return 'Annotations only support columns on a single line.';
  return undefined;
}

/** `before` is the status of the run that a PATCH meets. */
export function checkRunProblem(body: JsonObject, before?: string): string | undefined {
  const { status, conclusion } = body;
  if (status === 'completed' && conclusion === undefined && before !== 'completed')
    return 'A completed check run needs a conclusion.';
  if (status !== undefined && status !== 'completed' && conclusion !== undefined)
    return `A check run with a conclusion cannot be ${String(status)}.`;
  if (before === 'completed' && status !== undefined && status !== 'completed')
    return `A completed check run cannot go back to ${String(status)}.`;
  if (conclusion === 'stale') return 'Only GitHub can set the conclusion stale.';
  const output = objectOf(body['output']);
  const annotations = listOf(output['annotations']);
  return outputProblem(output) ?? annotations.map(annotationProblem).find((problem) => problem !== undefined);
}

export function commentProblem(body: string): string | undefined {
  if (body.trim() === '') return "Body can't be blank";
  const length = [...body].length;
  return length > COMMENT_CHARACTERS
    ? `Body is too long (maximum is ${COMMENT_CHARACTERS} characters)`
    : undefined;
}
