/**
 * The demo: a pull request with good and dangerous changes, reviewed by the real App against a real API server.
 *   npm run demo              shows it, and keeps its page and its cluster up until Ctrl-C
 *   npm run demo -- --once    ends by itself
 */
import { once } from 'node:events';
import { styleText } from 'node:util';
import { proveNothingWritten } from '../test/bed/audit-proof.ts';
import { BedError } from '../test/bed/bed-error.ts';
import { concluded } from '../test/stories/reviewed.ts';
import { openStage, type Stage } from '../test/stories/stage.ts';
import { hostStory, openStory } from '../test/stories/told.ts';
import { shownCheck, shownComment, shownTitle } from './demo/show.ts';

const staysUp = !process.argv.includes('--once');

function say(line: string): void {
  console.error(styleText('dim', `· ${line}`, { stream: process.stderr }));
}

async function show(stage: Stage): Promise<void> {
  const pull = await openStory(await hostStory(stage, 'shop'));
  say(`opened pull request ${pull.number}; waiting for its review …`);
  const [run] = await concluded(pull);
  if (run === undefined) throw new Error('there is no check');
  const { dryRuns, deniedProbes } = await proveNothingWritten(stage.bed);
  console.log(`\n${shownTitle(pull)}\n`);
  for (const comment of pull.comments()) console.log(shownComment(comment));
  console.log(`\n${shownCheck(run)}\n`);
  console.log(
    `Nothing was written: by the API server's audit log ${dryRuns} requests were dry runs, and ${deniedProbes} ` +
      'probes for a way to write were denied.',
  );
  console.log(`The pull request as a page: ${pull.url}`);
}

try {
  const stage = await openStage({ say });
  try {
    await show(stage);
    if (staysUp) {
      console.log(`The cluster: KUBECONFIG=${stage.kubeconfig} kubectl get deployments --all-namespaces`);
      console.log('Both stay up until Ctrl-C.');
      await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    }
  } finally {
    await stage.stop();
  }
} catch (error) {
  // A program that cannot be had is told in one sentence.
  if (!(error instanceof BedError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
