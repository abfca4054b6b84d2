import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InstallationConfig } from '../../../../src/config/operator.ts';
import type { JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { applierOf } from '../../../../src/reconciler/flux/helm-release/applier.ts';
import { withOwner } from '../../../../src/reconciler/helm-ownership.ts';
import { releaseTargetOf } from '../../../../src/reconciler/flux/helm-release/release-target.ts';
import type { Outcome } from '../../../../src/reconciler/unit-record.ts';
import { remoteKey } from '../../../../src/source/remote.ts';
import { kind, living, object, owned, releaseOf, unitOf, type Parts, ofGit } from './story.ts';

test('A release is named after the HelmRelease and its target namespace, and cut where that is too long', () => {
  const named = (spec: JsonObject, name = 'shop') => releaseTargetOf({ namespace: 'web', name, spec });
  assert.deepEqual(named({}), { release: 'shop', namespace: 'web', storageNamespace: 'web' });
  assert.deepEqual(named({ targetNamespace: 'prod', storageNamespace: 'flux' }), {
    release: 'prod-shop',
    namespace: 'prod',
    storageNamespace: 'flux',
  });
  assert.equal(named({ releaseName: 'own', targetNamespace: 'prod' }).release, 'own');
  assert.equal(
    named({}, 'release-name-with-very-long-name-which-is-longer-than-53-characters').release,
    'release-name-with-very-long-name-which-i-788ca0d0d7b0',
  );
});

test('Who applies is the account that the HelmRelease names, the default one, or the controller’s', () => {
  const of = (parts: Parts, installations: readonly InstallationConfig[] = []) => {
    const applier = applierOf(unitOf(parts), installations);
    return applier.kind === 'service-account' ? `${applier.namespace}/${applier.name}` : applier.kind;
  };
  assert.equal(of({}), 'flux-system/helm-controller');
  assert.equal(of({ spec: { serviceAccountName: 'deployer' } }), 'web/deployer');
  assert.equal(of({ spec: { kubeConfig: { secretRef: { name: 'k' } } } }), 'gap');
  assert.equal(of({ spec: { kubeConfig: {}, serviceAccountName: 'deployer' } }), 'web/deployer');
});

test('The release that stands says which version of the chart it took, without the digest of its artifact', () => {
  const release = releaseOf([], { chartVersion: '1.2.3+0123456789ab' });
  const key = remoteKey({
    kind: 'chart',
    repository: 'https://charts.example',
    name: 'shop',
    version: '1.0.0',
  });
  assert.deepEqual([...kind().consumed(unitOf({ release }))], [[key, '1.2.3']]);
  assert.equal(kind().consumed(unitOf({ release: { ...release, chartName: 'other' } })).size, 0);
});

const outcome = (before: KubeObject, after: KubeObject, more: Partial<Outcome> = {}): Outcome => ({
  before,
  after,
  applied: true,
  ...more,
});

test('What another Helm release has is claimed twice from then on', () => {
  const foreign = living(withOwner(object('ConfigMap/a'), { name: 'other', namespace: 'team' }));
  const outcomes = [
    outcome(foreign, owned('ConfigMap/a')),
    outcome(living(owned('ConfigMap/b')), owned('ConfigMap/b')),
  ];
  const [claim, ...more] = kind().claims(unitOf(), outcomes);
  assert.ok(claim !== undefined);
  assert.equal(more.length, 0);
  assert.match(claim.detail, /^`ConfigMap web\/a` is part of the Helm release team\/other\./u);
  const [hidden] = kind().claims(unitOf(), [outcome(foreign, owned('ConfigMap/a'), { unshown: true })]);
  assert.match(hidden?.detail ?? '', /which may not be shown here/u);
  assert.deepEqual(
    kind().claims(unitOf({ spec: { install: { disableTakeOwnership: true } } }), outcomes),
    [],
  );
});

test('A note says that something foreign becomes part of a new release', () => {
  const outcomes = [outcome(living(object('ConfigMap/a')), owned('ConfigMap/a'))];
  const [note] = kind().notes(unitOf(), outcomes);
  assert.equal(
    note,
    '`ConfigMap web/a` exists already and becomes part of the release: from then on an uninstall deletes it.',
  );
});

test('A note says why a release is made anew, and which of its hooks run', () => {
  const bye = object('Job/bye', {}, { 'helm.sh/hook': 'pre-delete' });
  const unit = unitOf({ spec: { releaseName: 'store' }, release: { ...releaseOf([]), hooks: [bye] } });
  const [first, second] = kind().notes(unit, [outcome(living(owned('ConfigMap/a')), owned('ConfigMap/a'))]);
  assert.match(
    first ?? '',
    /^The whole release `web\/shop` is uninstalled and then installed anew, since the name/u,
  );
  assert.equal(second, 'Hook `Job web/bye` of the old release runs before its objects are deleted.');
});

test('A note says what is done when a run fails', () => {
  const note = (spec: JsonObject): string => {
    const unit = unitOf({ spec, release: releaseOf([], { chartVersion: '0.9.0' }) });
    return (
      kind()
        .notes(unit, [outcome(living(owned('ConfigMap/a')), owned('ConfigMap/a'))])
        .at(-1) ?? ''
    );
  };
  assert.match(note({}), /or does not become ready in time.*takes nothing back and stops until/u);
  assert.match(
    note({ upgrade: { remediation: { retries: 3 } } }),
    /rolls back to the revision before, and tries again up to 3 times/u,
  );
  const uninstall = { upgrade: { disableWait: true, remediation: { retries: -1, strategy: 'uninstall' } } };
  assert.match(
    note(uninstall),
    /^If something of it is refused, what.*uninstalls the release and installs it anew, and tries again without end/u,
  );
  assert.match(note({ upgrade: { strategy: { name: 'RetryOnFailure' } } }), /upgrades again and again/u);
});

test('When it is released depends on suspension, its source and what it waits for', () => {
  const when = (parts: Parts, base?: Parts): string => {
    const unit = unitOf(parts);
    const { when: said, why } = kind().applies(unit, base === undefined ? undefined : unitOf(base));
    return `${said}: ${why}`;
  };
  assert.match(
    when({ spec: { suspend: true } }),
    /^only once the HelmRelease is resumed: it is suspended in Git/u,
  );
  assert.match(when({ live: { spec: { suspend: true } } }), /a person suspended it/u);
  assert.match(when({ spec: { dependsOn: [{ name: 'db' }] } }), /and once web\/db is ready/u);
  const source = ofGit({ object: 'GitRepository/web/tagged', moves: false, follows: 'tag v1' });
  const tagged = { rest: { source } };
  assert.match(when(tagged, tagged), /^only when its source names another revision/u);
  const changed = { ...tagged, spec: { values: { a: 1 } } };
  assert.match(when(changed, tagged), /^by itself/u);
  const suspended = { rest: { source: { ...source, suspended: true } } };
  assert.match(when(suspended), /^only once its source is resumed/u);
});

test('A new ignore rule of drift detection hides fields until the next upgrade', async () => {
  const spec = (ignore: readonly JsonObject[]): JsonObject => ({
    driftDetection: { mode: 'enabled', ignore },
  });
  const [base, head] = [spec([]), spec([{ paths: ['/data/n'], target: { kind: 'ConfigMap' } }])];
  const live = [
    living(owned('ConfigMap/a', { data: { n: '1' } })),
    living(object('ConfigMap/b', { data: { n: '1' } })),
  ];
  const [found] = await kind().newlyHidden(unitOf({ spec: base }), unitOf({ spec: head }), live);
  assert.ok(found !== undefined);
  assert.equal(found.rule, '/data/n of ConfigMap');
  assert.equal(found.stillWritten, true);
  assert.deepEqual(
    found.hidden.map(({ object: { name }, fields }) => ({ name, fields })),
    [{ name: 'a', fields: [['data', 'n']] }],
  );
  assert.deepEqual(await kind().newlyHidden(unitOf({ spec: head }), unitOf({ spec: head }), live), []);
});

test('A note says that a definition of crds/ is replaced, which Create alone would not do', () => {
  const definition = object('CustomResourceDefinition/widgets.example.com');
  const outcomes = [outcome(living(definition), definition)];
  const notes = (spec: JsonObject): readonly string[] => kind().notes(unitOf({ spec }), outcomes);
  assert.match(
    notes({})[0] ?? '',
    /^`CustomResourceDefinition widgets\.example\.com` of the chart’s crds\/ is replaced/u,
  );
  assert.equal(notes({ install: { crds: 'Skip' } }).length, 1);
});

test('A HelmRelease that goes runs the hooks of its release, unless it is told not to', () => {
  const bye = object('Job/bye', {}, { 'helm.sh/hook': 'post-delete' });
  const release = { ...releaseOf([]), hooks: [bye] };
  const gone = [{ before: living(owned('ConfigMap/a')), after: undefined, applied: true }];
  assert.deepEqual(kind().notes(unitOf({ release }), gone), [
    'Hook `Job web/bye` of the old release runs after its objects are deleted.',
  ]);
  const without = { uninstall: { disableHooks: true } };
  assert.deepEqual(kind().notes(unitOf({ release, spec: without }), gone), []);
});
