import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { installationClient } from './client.ts';
import type { GitHub } from './github.ts';
import type { OpenedPullRequest } from './opened-pull-request.ts';
import { commentHtml } from './page/markdown.ts';
import { mentionsIn } from './page/mentions.ts';
import { startGitHub } from './start-github.ts';

let github: GitHub;
let pull: OpenedPullRequest;

before(async () => {
  github = await startGitHub();
  const repository = await github.createRepository({ name: 'platform', files: { 'a.yaml': 'a: 1\nb: 1\n' } });
  await repository.commit({ branch: 'change', files: { 'a.yaml': 'a: <2>\nb: 1\n' } });
  pull = await repository.openPullRequest({ title: 'Change <a>', head: 'change', author: 'maria' });
});

after(async () => {
  await github.stop();
});

async function page(address: string): Promise<string> {
  const response = await fetch(address);
  assert.equal(response.status, 200);
  return response.text();
}

void test('a person sees the comment, the check and its annotations beside the source line', async () => {
  const client = await installationClient(github);
  const place = { owner: 'octo-org', repo: 'platform' };
  await client.rest.issues.createComment({
    ...place,
    issue_number: 1,
    body: '<!-- marker -->\n**One finding.**',
  });
  const annotation = {
    path: 'a.yaml',
    start_line: 1,
    end_line: 1,
    annotation_level: 'failure',
    message: 'It is bad.',
  } as const;
  const output = { title: 'One finding', summary: 'Look at `a`.', annotations: [annotation] };
  await client.rest.checks.create({
    ...place,
    name: 'proofline',
    head_sha: pull.headSha,
    conclusion: 'failure',
    output,
  });
  const html = await page(`${pull.url}?refresh=2`);
  assert.match(html, /Change &lt;a&gt; <span class="number">#1/);
  assert.match(html, /<strong>One finding\.<\/strong>/);
  assert.doesNotMatch(html, /marker/);
  assert.match(html, /Some checks were not successful/);
  assert.match(html, /Look at <code>a<\/code>/);
  assert.match(html, /a: &lt;2&gt;<\/td>/);
  assert.match(html, /It is bad\./);
  assert.ok(
    github.log().includes('POST /repos/octo-org/platform/issues/1/comments 201 body="**One finding.**"'),
  );
  assert.match(html, /setInterval/);
  assert.doesNotMatch(await page(pull.url), /setInterval/);
  assert.match(await page(github.url), /octo-org\/platform #1/);
  github.assertClean();
});

const SAFE: readonly [string, string, RegExp, RegExp][] = [
  ['a script', '<script>alert(1)</script>after', /after/, /alert/],
  ['an event handler', '<b onclick="x()">bold</b>', /<b>bold<\/b>/, /onclick/],
  ['a script address', '<a href="javascript:x()">link</a>', /<a>link<\/a>/, /javascript/],
  ['a style', '<p style="position:fixed">text</p>', /<p>text<\/p>/, /fixed/],
  ['a tag that breaks out', '</div></section>text', /text/, /<\/(div|section)>/],
  ['a picture from elsewhere', '![alt](https://example.com/x.png)', /alt/, /<img/],
  ['an unknown tag', '<form action="/x">text</form>', /text/, /form/],
];

for (const [what, markdown, there, gone] of SAFE) {
  void test(`${what} in a comment does not reach the page`, () => {
    const html = commentHtml(markdown);
    assert.match(html, there);
    assert.doesNotMatch(html, gone);
  });
}

void test('an open details is closed with its comment', () => {
  const html = commentHtml('<details><summary>more</summary>\n\n```diff\n-a\n+b\n```');
  assert.match(html, /<\/details>$/);
  assert.match(html, /<span class="line removed">-a<\/span><span class="line added">\+b<\/span>/);
});

const CALLS: readonly [string, readonly string[]][] = [
  ['cc @maria and @octo-org/sre.', ['maria', 'octo-org/sre']],
  ['(@maria)', ['maria']],
  ['&#64;maria and &commat;joe', ['maria', 'joe']],
  ['<sub>@maria</sub>', ['maria']],
  ['`@maria`', []],
  ['```\n@maria\n```', []],
  ['<code>@maria</code>', []],
  ['maria@example.com', []],
  ['<!-- @maria -->', []],
];

void test('people are called by the same words as on GitHub', () => {
  for (const [markdown, called] of CALLS) assert.deepEqual(mentionsIn(markdown), called, markdown);
});

void test("the App's own comments tell whom they have called", async () => {
  const client = await installationClient(github);
  await pull.comment('@joe look');
  await client.rest.issues.createComment({
    owner: 'octo-org',
    repo: 'platform',
    issue_number: 1,
    body: 'For @maria.',
  });
  assert.deepEqual(pull.calledByApp(), ['maria']);
});

void test('tables, alerts and task lists look as on GitHub', () => {
  assert.match(commentHtml('| a | b |\n|---|---|\n| 1 | 2 |'), /<td>2<\/td>/);
  assert.match(
    commentHtml('> [!WARNING]\n> hot'),
    /alert-warning"><p class="alert-title">Warning<\/p><p>hot/,
  );
  assert.match(commentHtml('- [x] done'), /type="checkbox" disabled checked> done/);
});

void test('a line that a comment links to is shown in its file', async () => {
  const html = await page(`${github.url}/octo-org/platform/blob/${pull.headSha}/a.yaml`);
  assert.match(html, /<tr id="L1"><td class="at">1<\/td><td>a: &lt;2&gt;<\/td><\/tr>/);
  const gone = await fetch(`${github.url}/octo-org/platform/blob/${pull.headSha}/gone.yaml`);
  assert.equal(gone.status, 404);
  assert.equal(github.takeViolations().length, 1);
});
