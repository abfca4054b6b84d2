/** What no message may hold, whatever went wrong: a stack, a path of this machine, a word that only the program knows. */
import assert from 'node:assert/strict';
import { homedir, tmpdir } from 'node:os';

const rude = [
  /^\s+at .*:\d+:\d+\)?$/m,
  /\bnode:internal|node_modules|\.ts:\d+/,
  /\[object \w+\]|\bundefined\b|\bNaN\b|Cannot read properties/,
  /\b(?:TypeError|RangeError|SyntaxError|SourceError|ConfigError|ClusterError|GitHubError)\b/,
  /proofline-(?:render|source|origin|stage)-/,
];

export function assertMannered(text: string): void {
  for (const pattern of rude) {
    const found = pattern.exec(text);
    assert.equal(
      found,
      null,
      found === null ? '' : text.slice(Math.max(0, found.index - 300), found.index + 300),
    );
  }
  for (const folder of [`${tmpdir()}/`, `${homedir()}/`, process.cwd()]) {
    assert.ok(
      !text.includes(folder),
      text.slice(Math.max(0, text.indexOf(folder) - 300), text.indexOf(folder) + 300),
    );
  }
}
