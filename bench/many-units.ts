/** A repository of five hundred units in which a change touches one -> how many are rendered, and what that saves. */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { stringify } from 'yaml';
import { z } from 'zod';

import { resolve } from '../test/bed/resolve.ts';
import { git } from '../test/github/git.ts';
import { commit } from '../test/source/commit.ts';
import { timedReview, type Checkout, type Reviewed } from './program.ts';
import { cost, percent, ratio, table } from './statistics.ts';
import { application } from './thousand-objects.ts';
import { unknownReferences } from './unknown-references.ts';

const units = { directory: 300, kustomize: 180, helm: 20 } as const;
const all = units.directory + units.kustomize + units.helm;
const rounds = 2;

type Files = Record<string, string>;
type Kind = keyof typeof units;

/** `versionOf` says which version a unit has. */
function repository(versionOf: (unit: string) => string): Files {
  const files: Files = { 'bases/web/kustomization.yaml': stringify({ resources: ['web.yaml'] }) };
  files['bases/web/web.yaml'] = text('web', '1.0.0');
  const add = (kind: Kind, filesOf: (name: string, version: string) => Files): void => {
    for (let index = 0; index < units[kind]; index += 1) {
      const name = `${kind}-${String(index)}`;
      for (const [file, content] of Object.entries(filesOf(name, versionOf(name)))) {
        files[`${kind}/${name}/${file}`] = content;
      }
    }
  };
  add('directory', (name, version) => ({ 'app.yaml': text(name, version) }));
  add('kustomize', overlay);
  add('helm', chart);
  return files;
}

function text(name: string, version: string): string {
  return application(name, version)
    .map((object) => stringify(object))
    .join('---\n');
}

function overlay(name: string, version: string): Files {
  const image = { name: 'registry.example.com/bench/web', newTag: version };
  const config = { name: 'flags', literals: [`version=${version}`] };
  return {
    'kustomization.yaml': stringify({
      namePrefix: `${name}-`,
      resources: ['../../bases/web'],
      images: [image],
      configMapGenerator: [config],
    }),
  };
}

function chart(name: string, version: string): Files {
  return {
    'Chart.yaml': stringify({ apiVersion: 'v2', name, version: '0.1.0' }),
    'values.yaml': stringify({ version }),
    'templates/app.yaml': text(name, '{{ .Values.version }}'),
  };
}

const told = z.object({ units: z.array(z.object({ render: z.object({ error: z.string().nullable() }) })) });

interface Counted extends Reviewed {
  readonly units: number;
  /** Of both sides. */
  readonly renders: number;
}

async function counted(
  checkout: Checkout,
  programs: Record<string, string>,
  cache: string,
): Promise<Counted> {
  await mkdir(cache);
  const ran = await timedReview(checkout, ['--no-cluster'], { ...programs, PROOFLINE_CACHE: cache });
  const { units: reviewed } = told.parse(JSON.parse(ran.stdout));
  const failed = reviewed.find(({ render }) => render.error !== null);
  if (failed !== undefined) throw new Error(`a unit did not render: ${String(failed.render.error)}`);
  return { ...ran, units: reviewed.length, renders: (await readdir(join(cache, 'renders'))).length };
}

export async function manyUnits(folder: string): Promise<string> {
  const directory = join(folder, 'many');
  await git(folder, ['init', '--quiet', '--initial-branch=main', directory]);
  const base = await commit(
    directory,
    repository(() => '1.0.0'),
  );
  const one = await commit(
    directory,
    repository((name) => (name === 'kustomize-7' ? '1.1.0' : '1.0.0')),
  );
  const every = await commit(
    directory,
    repository(() => '1.2.0'),
  );
  const [kustomize, helm] = await Promise.all([resolve('kustomize'), resolve('helm4')]);
  const programs = { PROOFLINE_KUSTOMIZE: kustomize, PROOFLINE_HELM4: helm };
  const touchesOne: Counted[] = [];
  const touchesAll: Counted[] = [];
  for (let round = 0; round < rounds; round += 1) {
    process.stderr.write(`units: round ${String(round + 1)} of ${String(rounds)}\n`);
    const cache = (name: string): string => join(folder, `${name}-${String(round)}`);
    touchesOne.push(await counted({ directory, base, head: one }, programs, cache('one')));
    touchesAll.push(await counted({ directory, base: one, head: every }, programs, cache('all')));
  }
  const unknown = await unknownReferences({ directory, base, head: one });
  if (unknown.of !== all) throw new Error(`${String(unknown.of)} units were found instead of ${String(all)}`);
  return written(touchesOne, touchesAll, percent(unknown.unknown, unknown.of));
}

function written(one: readonly Counted[], every: readonly Counted[], unknown: string): string {
  const rendered = ([first]: readonly Counted[]): string =>
    `${String(first?.units)} of ${String(all)} units, ${String(first?.renders)} renders (both sides)`;
  return table(
    `A repository of ${String(all)} units (300 directories, 180 overlays, 20 charts), no cluster`,
    [
      ['a change of one unit renders (goal: 1 unit)', rendered(one)],
      ['a change of all units renders', rendered(every)],
      ['review of a change of one unit', cost(one)],
      ['review of a change of all units', cost(every)],
      ['all / one', ratio(every, one)],
      ['units with a reference that is unknown, so always rendered', unknown],
    ],
  );
}
