/** A chart of a tree -> the objects that `helm template` makes of it, or why there are none. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import type { KubeObject } from '../object/kube-object.ts';
import { isUnseen } from '../object/unseen-value.ts';
import type { ObjectDocument } from '../object/yaml.ts';
import { templateTexts } from './chart.ts';
import { computedIn } from './computed-templates.ts';
import { templateArguments } from './helm-arguments.ts';
import { helmFailure } from './helm-failure.ts';
import { placing, sourceOf } from './helm-place.ts';
import { stoodIn, withOtherStandIns, type StoodIn } from './helm-stand-ins.ts';
import type { HelmPlan } from './placed-plan.ts';
import { repeated, type Repeated } from './helm-repeat.ts';
import { manifestsOf } from './manifests.ts';
import { answerOf } from './outcome.ts';
import { prepareChart } from './prepared-chart.ts';
import { inRepository, type ProgramSource } from './program-source.ts';
import { ended, unseen, type Ended, type Made, type Rendering, type Unseen } from './rendering.ts';
import { callersIn, revisionReaders, type Callers } from './template-functions.ts';

export async function renderHelm(plan: HelmPlan, source: ProgramSource): Promise<Rendering> {
  const { capabilities, directory } = source;
  const wrong = await prepareChart(plan, directory);
  if (wrong !== undefined) return wrong;
  const values = await givenValues(plan.values, directory);
  const template = templateArguments({ plan, capabilities, directory, values });
  if (template.kind === 'refused') return { kind: 'failed', message: template.message, place: undefined };
  const call = { plan, source, args: template.args };
  const first = await documentsOf(call);
  if (first.kind === 'ended') return first.rendering;
  const texts = await templateTexts(plan, source.tree);
  const callers = callersIn(texts);
  const steady = await withoutChance(call, first.documents, callers);
  if (steady.kind === 'ended') return steady.rendering;
  const stood = await withStandIns(call, steady.objects);
  if (stood.kind === 'ended') return stood.rendering;
  const place = await placing(first.documents, plan, source.tree);
  const declared: Made[] = first.documents.map((document, index) => ({
    object: stood.objects[index] ?? document.object,
    origin: place(document),
    ...(isOfCrds(document) ? { ofCrds: true } : {}),
  }));
  return {
    kind: 'rendered',
    declared,
    unseen: [
      ...lookups(callers),
      ...revisions(plan, texts),
      ...computed(computedIn(texts)),
      ...steady.unseen,
      ...stood.unseen,
    ],
    parameters: {},
  };
}

/** In a file that no path of the repository can name. */
async function givenValues(values: string | undefined, directory: string): Promise<string | undefined> {
  if (values === undefined) return undefined;
  const file = join(await mkdtemp(join(dirname(directory), 'values-')), 'values.yaml');
  await writeFile(file, values);
  return file;
}

interface Call {
  readonly plan: HelmPlan;
  readonly source: ProgramSource;
  readonly args: readonly string[];
}

type Documents = { readonly kind: 'documents'; readonly documents: readonly ObjectDocument[] } | Ended;

async function documentsOf({ plan, source, args }: Call): Promise<Documents> {
  const { run, tree, directory } = source;
  const outcome = await run.run({
    program: plan.major === 3 ? 'helm3' : 'helm4',
    args,
    reads: [dirname(directory)],
  });
  const answer = answerOf(`Helm ${String(plan.major)}`, outcome);
  if (answer.kind === 'ended') return answer;
  if (answer.kind === 'said-no') {
    return ended(helmFailure(shown(answer.message, directory), plan, tree));
  }
  const manifests = manifestsOf(answer.stdout);
  if (manifests.kind === 'objects') return { kind: 'documents', documents: manifests.documents };
  return ended({ kind: 'failed', message: manifests.message, place: undefined });
}

function shown(message: string, directory: string): string {
  const given = new RegExp(`${dirname(directory)}/values-\\w+/values\\.yaml`, 'gu');
  return inRepository(message, directory).replaceAll(given, 'the values of the unit');
}

function isOfCrds(document: ObjectDocument): boolean {
  return /^[^/]+\/(?:charts\/[^/]+\/)*crds\//u.test(sourceOf(document) ?? '');
}

/** Once more with other words in the place of what is not known: what changes depends on it. */
async function withStandIns(
  { plan, source, args }: Call,
  objects: readonly KubeObject[],
): Promise<({ readonly kind: 'stood-in' } & StoodIn) | Ended> {
  const { values = '' } = plan;
  if (!isUnseen(values)) return { kind: 'stood-in', objects, unseen: [] };
  const file = await givenValues(withOtherStandIns(values), source.directory);
  const others = args.map((arg) =>
    /^--values=.*\/values-\w+\/values\.yaml$/u.test(arg) ? `--values=${file ?? ''}` : arg,
  );
  const again = await documentsOf({ plan, source, args: others });
  return again.kind === 'ended' ? again : { kind: 'stood-in', ...stoodIn(objects, again.documents) };
}

/** Most clocks in templates are written in seconds. */
const aSecond = 1100;

async function withoutChance(
  call: Call,
  documents: readonly ObjectDocument[],
  { chance, clock }: Callers,
): Promise<({ readonly kind: 'steady' } & Repeated) | Ended> {
  if (chance.length === 0 && clock.length === 0) {
    return { kind: 'steady', objects: documents.map(({ object }) => object), unseen: [] };
  }
  if (clock.length > 0) await setTimeout(aSecond);
  const again = await documentsOf(call);
  if (again.kind === 'ended') return again;
  const steady = repeated(documents, again.documents);
  const silent = clock.length > 0 && steady.unseen.length === 0;
  return { kind: 'steady', ...steady, unseen: silent ? [clockUnseen(clock)] : steady.unseen };
}

function clockUnseen(templates: readonly string[]): Unseen {
  return unseen(
    'live-value-needed',
    `${named(templates)} may write the date of the render, which is another one at the apply`,
  );
}

function lookups({ cluster }: Callers): readonly Unseen[] {
  if (cluster.length === 0) return [];
  const why = `${named(cluster)} may ask the cluster for live objects (lookup), and was rendered as if there were none`;
  return [unseen('live-value-needed', why)];
}

function revisions({ isUpgrade }: HelmPlan, texts: ReadonlyMap<string, string>): readonly Unseen[] {
  const readers = isUpgrade === true ? revisionReaders(texts) : [];
  if (readers.length === 0) return [];
  const why = `${named(readers)} reads the number of the release's revision, and was rendered as if it were 1`;
  return [unseen('live-value-needed', why)];
}

function computed(templates: readonly string[]): readonly Unseen[] {
  if (templates.length === 0) return [];
  const why = `${named(templates)} evaluates a template that is built at render time (tpl), so what it uses cannot be known`;
  return [unseen('live-value-needed', why)];
}

function named(paths: readonly string[]): string {
  const [first = ''] = paths;
  return paths.length === 1 ? first : `${first} and ${String(paths.length - 1)} more`;
}
