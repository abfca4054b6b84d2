import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { after, before, test } from 'node:test';

import { proveNothingWritten } from '../bed/audit-proof.ts';
import { startControlPlane, type ControlPlane } from '../bed/control-plane.ts';
import { addIdentity, type Identity } from '../bed/identity.ts';
import { appOf } from '../doors/app-of.ts';
import { endings } from '../doors/endings.ts';
import type { GitHub } from '../github/github.ts';
import type { OpenedPullRequest } from '../github/opened-pull-request.ts';
import { startGitHub } from '../github/start-github.ts';
import type { CheckRun } from '../github/state.ts';
import { concluded } from '../stories/reviewed.ts';
import type { RunningApp } from '../stories/running-app.ts';
import { leakIn, shaped } from './canary.ts';
import { seedLive } from './live.ts';
import { object, seedOthers } from './others.ts';
import { branch, files, message, title } from './story.ts';

const started = endings();
let bed: ControlPlane;
let identity: Identity;
let github: GitHub;
let app: RunningApp;
let pull: OpenedPullRequest;
let check: CheckRun;

before(async () => {
  bed = await startControlPlane();
  started.add(bed.stop);
  github = await startGitHub();
  started.add(github.stop);
  identity = await addIdentity(bed);
  started.add(() => identity.cluster.close());
  started.add(() => proveNothingWritten(bed));
  await seedLive(bed);
  await seedOthers(bed);
  app = await appOf({
    github,
    folder: bed.folder,
    operator: {
      clusters: [{ name: 'production', reach: { kubeconfig: identity.kubeconfig } }],
      repositories: [{ match: '*/platform', clusters: ['production'] }],
    },
  });
  started.add(app.stop);
  const platform = await github.createRepository({ name: 'platform', files: files('base') });
  await platform.commit({ branch, files: files('head'), message, snapshot: true });
  pull = await platform.openPullRequest({ title, head: branch, body: `See ${shaped('body')}` });
  check = await checkOf(pull);
});

async function checkOf(of: OpenedPullRequest): Promise<CheckRun> {
  return (await concluded(of)).at(-1) ?? assert.fail('no check');
}

function said(): string {
  return app.log() + app.errors();
}

after(async () => {
  await started.run();
});

test('No canary is in the comment, and each kind of words that could hold one is there', () => {
  const [comment] = pull.comments();
  const body = comment?.body ?? '';
  assert.equal(leakIn(body), undefined);
  const words = [
    '*** (before)',
    '*** (after)',
    'found the password *** in it',
    'the token *** has the wrong length',
    'The API server warns: Validation failed',
    'apps/***',
    'docs/***.md',
  ];
  for (const word of words) assert.ok(body.includes(word), `the comment does not say ${word}`);
});

test('No canary is in the check: title, summary, text, annotations', () => {
  assert.equal(check.conclusion, 'failure');
  const { summary, text, annotations } = check;
  assert.ok(
    summary?.includes('found the password *** in it') === true && text?.includes('*** (after)') === true,
  );
  assert.ok(
    annotations.some((annotation) => annotation.message.includes('the token *** has the wrong length')),
  );
  assert.equal(leakIn(JSON.stringify([check.title, summary, text, annotations])), undefined);
});

/** The author's words about the pull request, and the lines of code that GitHub shows beside an annotation. */
function withoutSource(page: string): string {
  const words = page.replaceAll(title, '').replaceAll(branch, '').replaceAll(shaped('body'), '');
  return words.replaceAll(/<table class="code mono">.*?<\/table>/gs, '');
}

test('No canary is in what the App sends to GitHub, in the log of that, or on the page but for what the author wrote there', async () => {
  const sent = github.exchanges().map(({ path, body }) => `${path} ${JSON.stringify(body)}`);
  assert.ok(sent.some((text) => text.includes('*** (after)')));
  assert.equal(leakIn(sent.join('\n')), undefined);
  assert.equal(leakIn(github.log().join('\n')), undefined);
  const page = await (await fetch(pull.url)).text();
  assert.ok(page.includes(title) && page.includes('*** (after)'));
  assert.equal(leakIn(withoutSource(page)), undefined);
});

test('No canary is in what the App writes at its most talkative', () => {
  const output = said();
  assert.match(output, /"level":(?:10|20)/);
  assert.ok(output.includes(`${pull.number}`));
  assert.equal(leakIn(output), undefined);
});

test('No canary is in the cache, whose copies of the repository are the repository itself', async () => {
  const cache = join(bed.folder, 'cache');
  const entries = await readdir(cache, { recursive: true, withFileTypes: true });
  const found = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  assert.ok(found.some((file) => file.includes(`${sep}renders${sep}`)));
  assert.ok(found.some((file) => file.includes(`${sep}objects${sep}`)));
  for (const file of found.filter((each) => !each.includes(`${sep}objects${sep}`))) {
    const text = await readFile(file, 'latin1');
    assert.equal(leakIn(file.slice(cache.length)) ?? leakIn(text), undefined, file);
  }
});

test('A pull request that adds what exists in the namespace of another team learns that it exists, and nothing else', async () => {
  const repository = github.repository(`${pull.repository.owner.login}/platform`);
  const manifest = JSON.stringify(object('ConfigMap', 'settings', { data: { shared: 'mine' } }));
  await repository.commit({ branch: 'curious', from: 'main', files: { 'apps/curious/map.yaml': manifest } });
  const curious = await repository.openPullRequest({ title: 'Look around', head: 'curious' });
  const { conclusion, summary, text } = await checkOf(curious);
  const all = JSON.stringify([curious.comments().map(({ body }) => body), summary, text, said()]);
  assert.equal(leakIn(all), undefined);
  assert.match(all, /1 adopted/);
  assert.match(all, /this unit has no claim to it/);
  assert.equal(conclusion, 'success');
});

test('A failure of Proofline itself tells no canary', async () => {
  const platform = github.repository(pull.repository.owner.login + '/platform');
  const broken = `rules:\n  ${shaped('rule')}: warn\n${shaped('unknown')}: 1\n`;
  await platform.commit({ branch: 'main', files: { '.github/proofline.yml': broken } });
  await platform.push({ branch, files: { 'apps/more.yaml': 'a: 1\n' } });
  const failed = await checkOf(pull);
  assert.equal(failed.conclusion, 'failure');
  assert.match(failed.summary ?? '', /configuration is wrong.*proofline\.yml/s);
  assert.equal(leakIn(JSON.stringify([failed.title, failed.summary, failed.text])), undefined);
  assert.equal(leakIn(said()), undefined);
});
