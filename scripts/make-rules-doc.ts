/** The rules' own words -> docs/rules.md. With --check it only tells whether the file is stale, by exit code 1. */
import { readFile, writeFile } from 'node:fs/promises';
import { rules } from '../src/risk/rules.ts';

const file = new URL('../docs/rules.md', import.meta.url);

const head = `# Rules

Made from the rules in \`src/risk/rules/\` by \`node scripts/make-rules-doc.ts\`; do not edit.

A finding of severity \`block\` needs a person's approval, \`warn\` and \`info\` only tell. \`.github/proofline.yml\` (read from
the tip of the base branch) can give a rule another severity, or switch it \`off\`:

\`\`\`yaml
rules:
  object-deleted: block
  image-changed: off
\`\`\`
`;

export function rulesDocument(): string {
  const sections = rules.map(
    ({ name, about }) =>
      `\n## \`${name}\`\n\n${about.title}.\n\n**Why it matters.** ${about.why}\n\n**What to do.** ${about.advice}\n`,
  );
  return head + sections.join('');
}

if (import.meta.main) {
  const wanted = rulesDocument();
  if (process.argv.includes('--check')) {
    const found = await readFile(file, 'utf8').catch(() => '');
    if (found !== wanted) {
      console.error('docs/rules.md is stale: run node scripts/make-rules-doc.ts');
      process.exitCode = 1;
    }
  } else await writeFile(file, wanted);
}
