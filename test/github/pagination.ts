/** A whole list and the page asked for -> that page, with the `Link` header. */
import type { Answer } from './answer.ts';

const LARGEST = 100;
const USUAL = 30;

interface Asked {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

function linkHeader(
  asked: Asked,
  origin: string,
  pages: { readonly page: number; readonly last: number },
): string {
  const { page, last } = pages;
  const to = (number: number, relation: string): string => {
    const query = new URLSearchParams({ ...asked.query, page: String(number) });
    return `<${origin}/api/v3${asked.path}?${query.toString()}>; rel="${relation}"`;
  };
  const back = page > 1 ? [to(page - 1, 'prev'), to(1, 'first')] : [];
  const forth = page < last ? [to(page + 1, 'next'), to(last, 'last')] : [];
  return [...back, ...forth].join(', ');
}

export function paged(answer: Answer, asked: Asked, origin: string): Answer {
  const { list, envelope, ...rest } = answer;
  if (!list) return answer;
  const size = Math.min(LARGEST, Math.max(1, Number(asked.query['per_page'] ?? USUAL)));
  const page = Math.max(1, Number(asked.query['page'] ?? 1));
  const last = Math.max(1, Math.ceil(list.length / size));
  const cut = list.slice((page - 1) * size, page * size);
  const link = linkHeader(asked, origin, { page, last });
  return {
    ...rest,
    body: envelope ? envelope(cut, list.length) : cut,
    ...(link === '' ? {} : { headers: { ...rest.headers, link } }),
  };
}
