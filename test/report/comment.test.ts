import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commentBody, toComment } from '../../src/report/comment.ts';
import { isOurs } from '../../src/report/marker.ts';
import type { Review } from '../../src/report/review.ts';
import { hostile } from './hostile.ts';
import { live, rendered } from './rendered.ts';
import { change, finding, headCommit, identity, masked, review, unit } from './parts.ts';
import { stories } from './stories.ts';

const shop = identity('Deployment', 'web');

test('the first line is the marker with the head, the second paragraph the answer', () => {
  const [marker, blank, answer] = commentBody(dangerous()).split('\n');
  assert.equal(marker, `<!-- proofline:review head=${headCommit} -->`);
  assert.equal(blank, '');
  assert.match(
    answer ?? '',
    /^🔴 \*\*Action needed\*\*: 2 findings need approval; 5 objects change in 2 units on prod/,
  );
});

test('a comment is ours only when it starts with the marker', () => {
  const body = commentBody(dangerous());
  assert.equal(isOurs(body), true);
  assert.equal(isOurs(`> ${body}`), false);
  assert.equal(isOurs(`Look:\n${body}`), false);
});

test('no unit affected makes no comment, and a comment that stands already says so', () => {
  const unaffected = review();
  assert.equal(toComment(unaffected), undefined);
  assert.match(
    commentBody(unaffected),
    /No unit is affected\*\*: 14 units, and none depends on the 5 changed files\./,
  );
});

test('a whole review that saw nothing makes a comment, since what was not seen is said', () => {
  const gap = {
    kind: 'source-unreadable',
    unit: undefined,
    object: undefined,
    why: masked('A file is not UTF-8'),
  } as const;
  assert.match(
    toComment(review({ gaps: [gap] })) ?? '',
    /Nothing was looked at\*\*; 1 thing could not be seen/,
  );
});

test('a partial comment says that it is not complete', () => {
  const partial = stories['still-reviewing'];
  assert.ok(partial !== undefined);
  assert.match(commentBody(partial), /\*\*Not complete yet:\*\*/);
});

test('findings of one cause stand on one card that lists each object', () => {
  const findings = Array.from({ length: 40 }, (_, index) =>
    finding(identity('ConfigMap', `config-${index}`)),
  );
  const body = commentBody(review({ conclusion: 'action_required', units: [unit('apps/shop')], findings }));
  assert.equal(body.match(/\*\*To do:\*\*/g)?.length, 1);
  assert.match(body, /is deleted, and 39 more like it\*\*/);
  assert.match(body, /- and 32 more:/);
});

test('where titles differ in their objects alone, the list names each object once', () => {
  const titled = (name: string) => {
    const object = identity('ConfigMap', name);
    return finding(object, {
      title: masked(`ConfigMap \`shop/${name}\` is deleted`),
      detail: masked('Gone.'),
    });
  };
  const findings = [titled('one'), titled('two')];
  const body = commentBody(review({ conclusion: 'action_required', units: [unit('apps/shop')], findings }));
  assert.equal(body.match(/`ConfigMap shop\/two`/g)?.length, 1);
  assert.equal(body.match(/shop\/two` is deleted/g), null);
});

test('a sentence goes on after an address, and the sign after it is no part of that', () => {
  const why = masked('https://git.example.com/a.git: not allowed');
  const gap = { kind: 'source-unreadable', unit: undefined, object: undefined, why } as const;
  assert.match(commentBody(review({ gaps: [gap] })), /`https:\/\/git\.example\.com\/a\.git`: not allowed/);
});

test('places are links where the repository is known, and still text for a hostile path', () => {
  const places = [{ file: masked('apps/a b)(.yaml'), line: 3 }];
  const one = review({
    conclusion: 'action_required',
    units: [unit('apps/shop')],
    findings: [finding(shop, { places })],
  });
  const body = commentBody(one, { repository: 'https://github.com/acme/gitops', commit: headCommit });
  assert.match(
    body,
    /\(https:\/\/github\.com\/acme\/gitops\/blob\/4f1c0e7b9a\w+\/apps\/a%20b%29%28\.yaml#L3\)/,
  );
});

test('hostile text in every field of a review mentions nobody, links nothing and closes nothing', () => {
  assert.ok(hostile.length > 40);
  for (const text of hostile) {
    const body = commentBody(hostileReview(text));
    const where = JSON.stringify(text.slice(0, 80));
    const page = rendered(body);
    assert.deepEqual(page.unbalanced, [], where);
    assert.deepEqual(page.comments, [`<!-- proofline:review head=${headCommit} -->`], where);
    assert.equal(page.tags.filter((tag) => tag === 'details').length, 5, where);
    assert.deepEqual(
      page.tags.filter((tag) => ['a', 'img', 'script', 'input', 'h1', 'hr'].includes(tag)),
      [],
      where,
    );
    for (const [kind, pattern] of Object.entries(live)) {
      for (const prose of page.prose) assert.doesNotMatch(prose, pattern, `${kind} in ${where}`);
    }
  }
});

test('a comment of any review stays below the limit of GitHub, balanced, with counts of what is cut', () => {
  for (const size of [10, 400, 3000]) {
    const body = commentBody(bigReview(size));
    assert.ok(body.length <= 65_000, `${size} units make ${body.length} characters`);
    assert.deepEqual(rendered(body).unbalanced, []);
    assert.equal((body.match(/^`{3,}/gm) ?? []).length % 2, 0);
    if (size > 10)
      assert.match(
        body,
        /diffs are not shown:\*\* .* more\. To see them: `proofline review --base \w+ --head \w+`/,
      );
  }
});

function dangerous(): Review {
  const story = stories['a-dangerous-pull-request'];
  assert.ok(story !== undefined);
  return story;
}

/** Two units with a diff each, a note finding (folded), and every other field filled. */
function hostileReview(text: string): Review {
  const foreign = masked(text);
  const object = { group: text, kind: text, namespace: text, name: text };
  const place = { file: foreign, line: 1 };
  const target = { cluster: foreign, namespace: foreign };
  const words = { title: foreign, detail: foreign, advice: foreign, places: [place] };
  const author = { kind: 'person', name: foreign, taken: undefined } as const;
  const all = {
    message: foreign,
    warnings: [foreign],
    assumes: [foreign],
    terminating: [foreign],
    hidden: { paths: [foreign], stillWritten: true },
    staleUsers: [foreign],
    fields: [{ path: foreign, before: foreign, after: foreign, causes: ['drift'], writer: foreign, author }],
    text: masked(`+${text}\n ${text}`),
  } as const;
  return review({
    conclusion: 'failure',
    base: { ref: foreign, commit: text },
    units: [
      unit(`a${text}`, { target, applies: { when: foreign, why: foreign }, notes: [foreign] }),
      unit(`b${text}`, { render: { ...unit('b').render, error: foreign } }),
    ],
    selection: { units: 2, changedFiles: 2, unclaimed: [foreign] },
    changes: [
      change(object, { ...all, unit: `a${text}`, action: 'deleted', restart: { pods: undefined } }),
      change(object, { ...all, unit: `a${text}`, action: 'refused', by: 'server', order: 1, fields: [] }),
    ],
    findings: [
      finding(object, { ...words, unit: `a${text}`, suggestions: [{ place, text: foreign }] }),
      finding(object, { ...words, unit: `b${text}` }),
      finding(object, { ...words, severity: 'info', unit: undefined }),
    ],
    gaps: [{ kind: 'sops', unit: `a${text}`, object, why: foreign }],
    notProved: [foreign],
  });
}

function bigReview(size: number): Review {
  const ids = Array.from({ length: size }, (_, index) => `apps/unit-${index}`);
  const diff = masked(
    Array.from({ length: 60 }, (_, index) => `+  line ${index}: "\`\`\` </details>"`).join('\n'),
  );
  return review({
    conclusion: 'action_required',
    units: [...ids.map((id) => unit(id)), ...ids.map((id) => unit(`quiet-${id}`))],
    changes: ids.flatMap((id) => [
      change(identity('Deployment', id), { unit: id, text: diff }),
      change(identity('ConfigMap', id), { unit: id, action: 'deleted', text: diff }),
    ]),
    findings: ids.map((id) =>
      finding(identity('ConfigMap', id), {
        unit: id,
        advice: masked(`Look at ${id}. ${'word '.repeat(50)}`),
      }),
    ),
    gaps: ids.map(
      (id) => ({ kind: 'sops', unit: id, object: undefined, why: masked(`encrypted: ${id}`) }) as const,
    ),
    notProved: ids.map((id) => masked(`that ${id} works`)),
  });
}
