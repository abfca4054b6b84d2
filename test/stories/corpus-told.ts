/** A case of the corpora -> what the command line says of it, which its goldens hold. */
import { basename, join } from 'node:path';

import type { ControlPlane } from '../bed/control-plane.ts';
import type { Identity } from '../bed/identity.ts';
import { resolve } from '../bed/resolve.ts';
import { checkout } from '../doors/checkout.ts';
import { git } from '../github/git.ts';
import { corpusChange } from '../reconcilers/corpus.ts';
import { runProofline } from './command-line.ts';
import type { CorpusCase } from './corpus-cases.ts';
import { emptyOf, stand } from './corpus-stage.ts';

/** File name of the golden -> text. */
export async function readCase(
  bed: ControlPlane,
  identity: Identity,
  one: CorpusCase,
): Promise<ReadonlyMap<string, string>> {
  const change = await corpusChange(one.id, (text) =>
    text.replaceAll('git@github.com/alphagov', 'https://github.com/alphagov'),
  );
  const base = treeFor(one, change.base);
  const head = treeFor(one, { ...change.base, ...change.head });
  await emptyOf(bed, one.argoCd);
  await stand(bed, one, change.base);
  const place = await checkout(join(bed.folder, one.id), { base, head });
  if (one.branch !== 'main') await git(place.directory, ['branch', '--move', 'main', one.branch]);
  await git(place.directory, ['remote', 'add', 'origin', `${one.url}.git`]);
  const args = ['review', '--base', one.branch, '--head', 'change', '--argo-cd', one.argoCd];
  const variables = {
    KUBECONFIG: identity.kubeconfig,
    PROOFLINE_CACHE: join(bed.folder, 'cache'),
    PROOFLINE_KUSTOMIZE: await resolve('kustomize'),
    PROOFLINE_HELM4: await resolve('helm4'),
  };
  const told = async (format: string): Promise<string> => {
    const { stdout, stderr } = await runProofline([...args, '--format', format, place.directory], variables);
    if (stdout === '') throw new Error(stderr);
    return stdout;
  };
  return new Map([
    ['comment.md', await told('markdown')],
    ['review.txt', await told('text')],
  ]);
}

function treeFor(
  { charts = [] }: CorpusCase,
  files: Readonly<Record<string, string | null>>,
): Readonly<Record<string, string>> {
  const tree = Object.entries(files).flatMap(([path, text]): readonly (readonly [string, string])[] => {
    if (text === null) return [];
    const chart = charts.find((folder) => path === `${folder}/rendered.yaml`);
    if (chart === undefined) return [[path, text]];
    const about = `apiVersion: v2\nname: ${basename(chart)}\nversion: 1.0.0\n`;
    return [
      [`${chart}/Chart.yaml`, about],
      [`${chart}/templates/rendered.yaml`, text],
    ];
  });
  return Object.fromEntries(tree);
}
