import assert from 'node:assert/strict';
import { test } from 'node:test';

import { otherName, renamed } from '../../src/live/stand-in.ts';

const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'migrate', namespace: 'shop' } };

test('What the server made of the other name is made of the own one', () => {
  const other = otherName(job);
  assert.notEqual(other, 'migrate');
  const labels = { 'job-name': other, app: 'migrate' };
  const answer = {
    ...job,
    metadata: { ...job.metadata, name: other, labels, annotations: { path: `jobs/${other}/logs` } },
    spec: { parallelism: 1, template: { metadata: { labels }, spec: { containers: [{ name: other }] } } },
  };
  assert.deepEqual(renamed(answer, job), {
    ...job,
    metadata: {
      ...job.metadata,
      labels: { 'job-name': 'migrate', app: 'migrate' },
      annotations: { path: 'jobs/migrate/logs' },
    },
    spec: {
      parallelism: 1,
      template: {
        metadata: { labels: { 'job-name': 'migrate', app: 'migrate' } },
        spec: { containers: [{ name: 'migrate' }] },
      },
    },
  });
});
