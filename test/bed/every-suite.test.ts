import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { it } from 'node:test';

const root = join(import.meta.dirname, '..');

/** Of a test and of the scenes that it imports, as far as they are of the tests themselves. */
async function textsFrom(file: string, seen: Set<string>): Promise<readonly string[]> {
  if (seen.has(file)) return [];
  seen.add(file);
  const text = await readFile(file, 'utf8');
  const imported = [...text.matchAll(/^(?:import|\}).* from '(?<path>\.[^']+)'/gmu)]
    .map(({ groups }) => join(dirname(file), groups?.['path'] ?? ''))
    .filter((path) => path.startsWith(root) && !path.startsWith(import.meta.dirname));
  const texts = [text];
  for (const path of imported) texts.push(...(await textsFrom(path, seen)));
  return texts;
}

it('proves at the end of each suite that has an identity of Proofline that it wrote nothing', async () => {
  const suites = globSync('**/*.test.ts', { cwd: root }).map((name) => join(root, name));
  const withIdentity: string[] = [];
  for (const file of suites.filter((each) => !each.startsWith(import.meta.dirname))) {
    const texts = await textsFrom(file, new Set());
    if (!texts.some((text) => /\baddIdentity\(/u.test(text))) continue;
    withIdentity.push(file);
    assert.ok(
      texts.some((text) => /\bproveNothingWritten\(/u.test(text)),
      `${file} does not prove it`,
    );
  }
  assert.ok(withIdentity.length > 20, `${String(withIdentity.length)} suites`);
});
