import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { z } from 'zod';

import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../../src/object/json.ts';
import { generate } from '../../../../src/reconciler/argo-cd/application-set/generate.ts';
import { objectsIn, sideOf, templatesOfTests } from './bench.ts';

const json: z.ZodType<JsonObject> = z.record(z.string(), z.json());
const texts = z.record(z.string(), z.string());

/** Random sets, and what the controller's own code made of them; empty fields are left out there. */
const judged = z.object({
  judge: z.string(),
  files: texts,
  clusters: z.array(
    z.object({
      name: z.string(),
      server: z.string(),
      project: z.string(),
      labels: texts,
      annotations: texts,
    }),
  ),
  cases: z.array(
    z.union([
      z.object({ set: z.string(), applications: z.array(json) }),
      z.object({ set: z.string(), error: z.string() }),
    ]),
  ),
});

const { judge, files, clusters, cases } = judged.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, 'judged-sets.json'), 'utf8')),
);

const templates = templatesOfTests();

/** Go leaves out what is empty, and tells not whether it was there. */
function shown(value: Json): Json {
  if (isJsonArray(value)) return value.map(shown);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([key, member]) => [key, shown(member)] as const);
  return Object.fromEntries(
    members.filter(([, member]) => !isEmpty(member)).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function isEmpty(value: Json): boolean {
  if (value === null || value === '' || value === false) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function told(applications: readonly JsonObject[]): readonly string[] {
  return applications
    .map(({ metadata = null, spec = null }) => JSON.stringify(shown({ metadata, spec })))
    .sort();
}

test(`Random sets make the Applications that the controller makes of them (${judge})`, async () => {
  const sets = cases.map(({ set }, index) => {
    const [manifest, ...others] = objectsIn(set);
    assert.ok(manifest !== undefined && others.length === 0, String(index));
    return { manifest, place: undefined };
  });
  const answers = await generate(sideOf(sets, { files, clusters, projects: undefined, templates }));
  let made = 0;
  let failed = 0;
  for (const [index, one] of cases.entries()) {
    const { outcome, applications } = answers.sets[index] ?? assert.fail();
    if ('error' in one) {
      assert.equal(outcome.kind, 'error', `${one.error}\n${one.set}`);
      failed += 1;
    } else {
      assert.equal(outcome.kind, 'generated', one.set);
      assert.deepEqual(told(applications.map(({ manifest }) => manifest)), told(one.applications), one.set);
      made += one.applications.length;
    }
  }
  assert.ok(made > 50 && failed > 5, `${made} Applications and ${failed} errors`);
});
