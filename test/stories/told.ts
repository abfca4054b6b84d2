/** What the App and the command line said of the story -> the files that its test compares with. */
import type { HostedRepository } from '../github/hosted-repository.ts';
import type { OpenedPullRequest } from '../github/opened-pull-request.ts';
import { filesIn } from '../github/files-in.ts';
import { runProofline } from './command-line.ts';
import { concluded } from './reviewed.ts';
import type { Stage } from './stage.ts';
import { storyFolder } from './story.ts';

export const pullRequestTitle = 'Release the shop 1.5';

/** Without a pull request yet: its branches are `main` and `release`. */
export async function hostStory({ github }: Stage, name: string): Promise<HostedRepository> {
  const repository = await github.createRepository({ name, files: await filesIn(`${storyFolder}/base`) });
  await repository.commit({
    branch: 'release',
    message: pullRequestTitle,
    files: await filesIn(`${storyFolder}/head`),
    snapshot: true,
  });
  return repository;
}

export async function openStory(repository: HostedRepository): Promise<OpenedPullRequest> {
  const body =
    'Web 1.5.0 and payments 2.8.0, express checkout for everybody, and a first recommender. The old worker can go.';
  return repository.openPullRequest({ title: pullRequestTitle, head: 'release', body });
}

/** Waits for the App. By the names of the files in the story's `expected/`. */
export async function toldByApp(pull: OpenedPullRequest): Promise<ReadonlyMap<string, string>> {
  const run = (await concluded(pull)).at(-1);
  const { name, conclusion, title, summary, text } = run ?? {};
  const comments = pull.comments().map(({ body }) => `${body}\n`);
  const told = [
    ['comment.md', comments.join('\n')],
    ['check.json', json({ name, conclusion, title, summary: lines(summary), text: lines(text) })],
    ['annotations.json', json(run?.annotations)],
  ] as const;
  // The stand-in's port is another each time.
  const { origin } = new URL(pull.url);
  return new Map(told.map(([file, said]) => [file, said.replaceAll(origin, 'https://github.example')]));
}

/** The same review by `proofline review`, in the JSON form. */
export async function toldByCommandLine(
  { kubeconfig, variables }: Stage,
  { repository: { directory } }: HostedRepository,
): Promise<{ readonly code: number | null; readonly review: string; readonly stderr: string }> {
  const revisions = ['--base', 'main', '--head', 'release'];
  const { code, stdout, stderr } = await runProofline(
    ['review', ...revisions, '--format', 'json', directory],
    { ...variables, KUBECONFIG: kubeconfig },
  );
  return { code, review: json(steady(JSON.parse(stdout))), stderr };
}

/** What a server gives anew each time, and the patch of Kubernetes that this machine happens to have. */
function steady(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(steady);
  if (typeof value === 'string') return value.replaceAll(/\bv1\.35\.\d+/gu, 'v1.35');
  if (typeof value !== 'object' || value === null) return value;
  const given = new Set(['uid', 'resourceVersion']);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      given.has(key) && typeof member === 'string' ? `(${key})` : steady(member),
    ]),
  );
}

function lines(text: string | null | undefined): readonly string[] | undefined {
  return text?.split('\n');
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
