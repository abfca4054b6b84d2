/** Writes the JSON Schemas of both configurations and of the review, and the reference; with --check it fails where one is stale. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { configurationFiles, ruleNamesOf } from './configuration-files.ts';
import { reviewSchemaFile } from './review-schema.ts';

const root = new URL('../', import.meta.url);
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const files = [...configurationFiles(ruleNamesOf(new URL('src/risk/rules/', root))), reviewSchemaFile()];
for (const { path, text } of files) {
  const file = new URL(path, root);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  if (values.check) {
    console.error(`${path} is stale; run: npm run schemas`);
    process.exitCode = 1;
  } else {
    mkdirSync(new URL('.', file), { recursive: true });
    writeFileSync(file, text);
    console.log(`wrote ${path}`);
  }
}
