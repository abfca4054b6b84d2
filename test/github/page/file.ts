/** A file at a commit -> HTML of its lines, each with the anchor that links to it name. */
import { tryGit } from '../git.ts';
import type { Repository } from '../state.ts';
import { escaped } from './escape.ts';

/** Undefined where the commit has no such file. */
export async function fileHtml(
  repository: Repository,
  commit: string,
  path: string,
): Promise<string | undefined> {
  const file = await tryGit(repository.directory, ['show', `${commit}:${path}`]);
  if (file.code !== 0) return undefined;
  const lines = file.stdout.toString('utf8').replace(/\n$/, '').split('\n');
  const rows = lines.map(
    (line, index) =>
      `<tr id="L${index + 1}"><td class="at">${index + 1}</td><td>${escaped(line) || ' '}</td></tr>`,
  );
  return `<div class="file"><header class="mono">${escaped(path)} <span class="muted">${commit.slice(0, 7)}</span></header><table class="code mono">${rows.join('')}</table></div>`;
}
