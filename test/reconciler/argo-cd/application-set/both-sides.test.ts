import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { argoUnit } from '../../../../src/reconciler/argo-cd/application.ts';
import { argoCd } from '../../../../src/reconciler/argo-cd/argo-cd.ts';
import { discoverSides, type Side } from '../../../../src/reconciler/pairs.ts';
import type { Files } from '../../../render/tree.ts';
import { declarations, home, installation, objectsIn } from '../units/story.ts';
import { noTemplates, repository } from './bench.ts';

async function sides(
  base: Files,
  head: Files,
  live: readonly KubeObject[] = [],
): Promise<{ readonly base: Side; readonly head: Side }> {
  const given = { homes: [home(live)] };
  const { mask } = declarations({});
  const reconciler = argoCd({ templates: noTemplates, installations: [installation], mask, now: () => 0 });
  return discoverSides([reconciler], {
    base: declarations(base, { ...given, side: 'base', mask }),
    head: declarations(head, { ...given, side: 'head', mask }),
  });
}

const set = (more = ''): string => `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: teams, namespace: argocd}
spec:
  generators: [{git: {repoURL: ${repository}, revision: HEAD, directories: [{path: teams/*}]}}]
${more}  template:
    metadata: {name: 'team-{{path.basename}}'}
    spec:
      project: default
      destination: {server: https://kubernetes.default.svc, namespace: '{{path.basename}}'}
      source: {repoURL: ${repository}, path: '{{path}}', targetRevision: HEAD}
`;

const base = { 'sets.yaml': set(), 'teams/red/a.yaml': 'a: 1\n', 'teams/blue/a.yaml': 'a: 1\n' };

const projects = objectsIn(
  'apiVersion: argoproj.io/v1alpha1\nkind: AppProject\nmetadata: {name: default, namespace: argocd}\n',
);

function namesOf({ units }: Side): readonly string[] {
  return units.map(({ unit }) => argoUnit(unit).application.name);
}

function toldBy({ remarks }: Side): readonly string[] {
  return remarks.map(({ about, severity, title }) => `${severity} ${about}: ${title}`);
}

test('A folder that comes is a unit of head, and nothing is said of what stays', async () => {
  const { base: before, head } = await sides(base, { ...base, 'teams/green/a.yaml': 'a: 1\n' }, projects);
  assert.deepEqual(namesOf(before), ['team-blue', 'team-red']);
  assert.deepEqual(namesOf(head), ['team-blue', 'team-green', 'team-red']);
  assert.deepEqual([toldBy(before), toldBy(head)], [[], []]);
});

test('A folder that goes takes its Application along, and the review says so once', async () => {
  const { base: before, head } = await sides(
    base,
    { 'sets.yaml': set(), 'teams/red/a.yaml': 'a: 1\n' },
    projects,
  );
  assert.deepEqual([namesOf(before), namesOf(head)], [['team-blue', 'team-red'], ['team-red']]);
  assert.deepEqual(toldBy(head), [
    'block application-set-shrinks: The end of 1 Application of argocd/teams on 1 cluster',
  ]);
});

test('A set that goes says what goes with it', async () => {
  const { head } = await sides(
    base,
    { 'teams/red/a.yaml': 'a: 1\n', 'teams/blue/a.yaml': 'a: 1\n' },
    projects,
  );
  assert.deepEqual(namesOf(head), []);
  assert.deepEqual(toldBy(head), [
    'block application-set-deleted: The end, with its set, of 2 Applications of argocd/teams on 1 cluster',
  ]);
});
