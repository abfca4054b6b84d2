import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';

import type { JsonObject } from '../../src/object/json.ts';
import type { Review } from '../../src/report/review.ts';
import type { World } from '../../src/review/world.ts';
import { configMap } from '../reconciler/plain/story.ts';
import { declaredApplication, directorySource, inCluster, origin } from './declared-applications.ts';
import type { Files } from '../render/tree.ts';
import { files, local, packaged, reviewsWith, serve } from '../source/remote-bed.ts';
import { adaptersForAll } from './adapters-for-all.ts';
import { reviewed, told } from './reviewed-trees.ts';

const adapters = adaptersForAll();

function application(name: string, source: JsonObject): string {
  return declaredApplication(name, { source, destination: { server: inCluster, namespace: name } });
}

function directory(name: string): JsonObject {
  return directorySource(`deploy/${name}`);
}

const changedMap = `${configMap}data: {a: '2'}\n`;

/** What stands at the root is no unit of its own. */
const onlyUnits: Files = { '.github/proofline.yml': 'ignore: ["*.yaml"]\n' };

/** An Application of plain files, and one whose chart comes in another version from that host. */
function charted(host: string): { readonly base: Files; readonly head: Files } {
  const inVersion = (targetRevision: string): string =>
    application('charted', { repoURL: host, chart: 'shop', targetRevision });
  const base = {
    ...onlyUnits,
    'web.yaml': application('web', directory('web')),
    'charted.yaml': inVersion('1.0.0'),
    'deploy/web/config.yaml': configMap,
  };
  const head = { ...base, 'charted.yaml': inVersion('1.1.0'), 'deploy/web/config.yaml': changedMap };
  return { base, head };
}

const web = 'configured argo-cd/-/argocd/web ConfigMap/a';

interface Timed {
  readonly whole: Review;
  /** With the milliseconds since the start. */
  readonly partial: readonly { readonly review: Review; readonly at: number }[];
}

async function timed(trees: ReturnType<typeof charted>, parts: Partial<World>): Promise<Timed> {
  const started = performance.now();
  const partial: { review: Review; at: number }[] = [];
  const onPartial = (review: Review): void => {
    partial.push({ review, at: performance.now() - started });
  };
  return { whole: await reviewed(adapters(), trees, { origin, onPartial, ...parts }), partial };
}

async function fetchingFrom(
  context: TestContext,
  server: Awaited<ReturnType<typeof serve>>,
  credential?: { readonly kind: 'basic'; readonly username: string; readonly password: string },
): Promise<World['fetchRemote']> {
  const host = local(server, credential === undefined ? {} : { credential });
  return (await reviewsWith(context, [host])).review();
}

test('A chart host that hangs keeps its own unit waiting, and no other one', async (context) => {
  const hanging = await serve(context, () => undefined);
  const fetchRemote = await fetchingFrom(context, hanging);
  const { whole, partial } = await timed(charted(hanging.url), { fetchRemote });
  const [first] = partial;
  // Fifteen seconds are allowed; less than the host's own time shows that it was not waited for.
  assert.ok(first !== undefined && first.at < 10_000, `told after ${String(first?.at)} ms`);
  assert.deepEqual(told(first.review).changes, [web]);
  assert.equal(first.review.pending, 1);
  const { changes, gaps } = told(whole);
  assert.deepEqual(changes, [web]);
  assert.match(gaps.join('\n'), /^remote-unreachable: the render needs .* did not answer in time$/mu);
  assert.ok(hanging.log.length > 0);
});

test('A chart that comes late is in the whole review, and its unit is open until then', async (context) => {
  const packages = Object.entries(await packaged(context, ['1.0.0', '1.1.0']));
  const answer = files(Object.fromEntries(packages.map(([name, content]) => [`/${name}`, content])));
  const slow = await serve(context, (request, response) => {
    setTimeout(() => answer(request, response), 4000);
  });
  const fetchRemote = await fetchingFrom(context, slow);
  const { whole, partial } = await timed(charted(slow.url), { fetchRemote });
  assert.equal(partial[0]?.review.pending, 1);
  assert.deepEqual(
    whole.units.map(({ id, render }) => `${id} ${render.renderer}`),
    ['argo-cd/-/argocd/charted helm', 'argo-cd/-/argocd/web directory'],
  );
});

test('Credentials that a chart host refuses are told as that, and hold up nothing else', async (context) => {
  const closed = await serve(context, (_, response) => response.writeHead(401).end('robot hunter22hunter'));
  const credential = { kind: 'basic', username: 'robot', password: 'hunter22hunter' } as const;
  const fetchRemote = await fetchingFrom(context, closed, credential);
  const { whole } = await timed(charted(closed.url), { fetchRemote });
  const { changes, gaps, conclusion } = told(whole);
  assert.deepEqual(changes, [web]);
  assert.match(gaps.join('\n'), /^remote-unreachable: .*credentials refused by 127\.0\.0\.1:\d+ \(401\)$/mu);
  assert.ok(whole.findings.some(({ rule }) => rule === 'not-seen'));
  assert.notEqual(conclusion, 'failure');
  assert.ok(!JSON.stringify(whole).includes('hunter22'));
});

const numbers = Array.from({ length: 9 }, (_, index) => String(index + 1));

function chart(value: string, template = '{{ .Values.value | quote }}'): (name: string) => Files {
  return (name) => ({
    [`apps/${name}.yaml`]: application(name, directory(name)),
    [`deploy/${name}/Chart.yaml`]: `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n`,
    [`deploy/${name}/values.yaml`]: `value: ${value}\n`,
    [`deploy/${name}/templates/a.yaml`]: `${configMap}data:\n  a: ${template}\n`,
  });
}

test('A template that fails fails its own Application, and the others are compared', async () => {
  const all = (make: (name: string) => Files): Files =>
    Object.fromEntries(numbers.flatMap((number) => Object.entries(make(`app-${number}`))));
  const head = { ...all(chart('two')), ...chart('two', '{{ fail "no color" }}')('app-5') };
  const said = await reviewed(adapters(), { base: all(chart('one')), head }, { origin });
  const { conclusion, changes, failed } = told(said);
  assert.equal(conclusion, 'failure');
  assert.deepEqual(failed, ['argo-cd/-/argocd/app-5 deploy/app-5/templates/a.yaml']);
  const others = numbers.filter((number) => number !== '5');
  assert.deepEqual(
    changes,
    others.map((number) => `configured argo-cd/-/argocd/app-${number} ConfigMap/a`),
  );
});

test('Two Applications of one name are one unit, and a finding with both places', async () => {
  const base = {
    'one/app.yaml': application('web', directory('web')),
    'deploy/web/config.yaml': configMap,
    'deploy/other/config.yaml': configMap,
  };
  const twice = application('web', directory('other'));
  const head = { ...base, 'two/app.yaml': twice, 'deploy/web/config.yaml': changedMap };
  const said = await reviewed(adapters(), { base, head }, { origin });
  assert.deepEqual(
    said.units.map(({ id }) => id).filter((id) => id.startsWith('argo-cd/')),
    ['argo-cd/-/argocd/web'],
  );
  const found = said.findings.filter(({ title }) => title === 'Two declarations of one Application');
  assert.deepEqual(
    found.map(({ places }) => places.map(({ file }) => file).sort()),
    [['one/app.yaml', 'two/app.yaml']],
  );
  const together = { ...base, 'one/more.yaml': twice };
  const { gaps } = told(await reviewed(adapters(), { base, head: together }, { origin }));
  assert.match(
    gaps.join('\n'),
    /declared twice, at one\/app\.yaml:1 and one\/more\.yaml:1: the last one stays/u,
  );
});

test('An ApplicationSet over clusters whose Secrets nobody sees is a gap that names what it lacks', async () => {
  const set = (path: string): string =>
    JSON.stringify({
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'ApplicationSet',
      metadata: { name: 'everywhere', namespace: 'argocd' },
      spec: {
        generators: [{ clusters: {} }],
        template: {
          metadata: { name: 'web-{{name}}' },
          spec: {
            project: 'default',
            destination: { server: '{{server}}', namespace: 'web' },
            source: { ...directory('web'), path },
          },
        },
      },
    });
  const base = { 'set.yaml': set('deploy/web'), 'deploy/web/config.yaml': configMap };
  const head = { ...base, 'set.yaml': set('deploy/next'), 'deploy/next/config.yaml': changedMap };
  const { gaps } = await reviewed(adapters(), { base, head }, { origin });
  const [about, ...more] = gaps.filter(({ object }) => object?.kind === 'ApplicationSet');
  assert.ok(about !== undefined && more.length === 0, gaps.map(({ why }) => why).join('\n'));
  assert.equal(`${about.object?.namespace}/${about.object?.name}`, 'argocd/everywhere');
  assert.match(about.why, /cluster/u);
  assert.match(about.why, /name.*server/u);
});
