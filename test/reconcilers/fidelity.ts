/** All verdicts -> docs/fidelity.md: nothing in it depends on the moment or the machine. */
import type { Judged } from './judged.ts';
import { leftOut } from './left-out.ts';
import { homeCluster } from './placed.ts';

export interface StoryVerdict {
  /** The name of its file. */
  readonly name: string;
  readonly title: string;
  readonly objects: readonly Judged[];
  readonly failures: readonly string[];
}

export interface JudgedVersion {
  /** `Argo CD v3.5.7`. */
  readonly judge: string;
  readonly stories: readonly StoryVerdict[];
}

const intro = `# Fidelity

What Proofline predicted, beside what the real reconciler did. \`npm run test:reconcilers\` writes this page; CI runs it after
\`npm test\`, for all stories and all versions, and fails where the page is out of date. For each story it lets the
reconciler sync base, adds what the story says happened in the cluster, takes the review of the pull request, merges it, lets
the reconciler sync again, and compares every object with the prediction. A predicted object that landed otherwise (\`≠\`)
fails the run; so do more gaps than one object in twenty.

The Jobs of Fleet's GitRepos need Pods that really run, which there are none of: what a GitRepo itself does is judged through
the \`fleetcli apply\` of its Job, with the same arguments and rights, from a checkout of the merged commit.
`;

export function fidelityPage(versions: readonly JudgedVersion[]): string {
  const parts = [intro, '## Judges\n', ...versions.map(summaryLine), ''];
  parts.push('## Left out of the comparison\n', '| what | why |', '|---|---|');
  parts.push(...leftOut.map(({ what, why }) => `| ${what} | ${why} |`), '');
  parts.push(...versions.map(versionPart));
  return `${parts.join('\n').trimEnd()}\n`;
}

function summaryLine({ judge, stories }: JudgedVersion): string {
  const { same, differing, gaps, all } = countsOf(stories.flatMap(({ objects }) => objects));
  return `- ${judge}: ${String(stories.length)} stories, ${String(all)} objects: ${String(same)} landed as predicted, ${String(differing)} did not, ${String(gaps)} gaps.`;
}

function versionPart({ judge, stories }: JudgedVersion): string {
  const sorted = stories.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const rows = sorted.map(({ name, title, objects, failures }) => {
    const { same, differing, gaps, all } = countsOf(objects);
    const counts = [all, same, differing, gaps].map(String).join(' | ');
    return `| ${cell(title)} | \`${name}\` | ${counts} | ${failures.length === 0 ? '' : 'no'} |`;
  });
  const head = ['| story | file | objects | = | ≠ | gap | as told |', '|---|---|---|---|---|---|---|'];
  const said = `Predicted actions: ${actionsOf(stories.flatMap(({ objects }) => objects))}.\n`;
  return [`## ${judge}\n`, said, ...head, ...rows, '', ...sorted.map(detailsOf)].join('\n');
}

function actionsOf(objects: readonly Judged[]): string {
  const counts = new Map<string, number>();
  for (const { said } of objects) counts.set(said, (counts.get(said) ?? 0) + 1);
  const lines = [...counts].map(([said, count]) => `${said} ${String(count)}`);
  return lines.toSorted().join(', ');
}

function detailsOf({ title, objects, failures }: StoryVerdict): string {
  const lines = objects
    .filter(({ verdict }) => verdict !== '=')
    .map(({ cluster, identity, unit, verdict, said, details }) => {
      const { kind, namespace, name } = identity;
      const there = cluster === homeCluster ? '' : ` in ${cluster}`;
      const object = `${kind} ${namespace && `${namespace}/`}${name}${there}`;
      const by = unit === undefined ? said : `${said} by ${unit}`;
      return `- ${verdict} ${object} (${by}): ${details.map(cell).join('; ')}`;
    });
  const told = failures.map((failure) => `- not as told: ${cell(failure)}`);
  return lines.length + told.length === 0 ? '' : [`### ${title}\n`, ...told, ...lines, ''].join('\n');
}

export interface Counts {
  readonly all: number;
  readonly same: number;
  readonly differing: number;
  readonly gaps: number;
}

export function countsOf(objects: readonly Judged[]): Counts {
  const count = (wanted: Judged['verdict']): number =>
    objects.filter(({ verdict }) => verdict === wanted).length;
  return { all: objects.length, same: count('='), differing: count('≠'), gaps: count('gap') };
}

/** Ports and commits are other ones at each run. */
function cell(text: string): string {
  return text
    .replaceAll('\n', ' ')
    .replaceAll('|', '\\|')
    .replaceAll(/127\.0\.0\.1:\d+/gu, '127.0.0.1')
    .replaceAll(/\b[0-9a-f]{40}\b/gu, '…');
}
