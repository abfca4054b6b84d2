/** A unit -> the sources that its render is made of, and which of them are this repository. */
import type { ArgoUnit } from '../application.ts';
import { drySource, effectiveSources } from './sources.ts';
import type { Source, Sources } from './sources.ts';

export function chosenSources({ application, rendersDrySource }: ArgoUnit): Sources {
  const dry = rendersDrySource ? drySource(application.spec) : undefined;
  return dry === undefined ? effectiveSources(application.spec) : { list: [dry], multiple: false };
}

/** A Helm repository is none, wherever it is. */
export function isOwn(
  { ownRepositories }: Readonly<Pick<ArgoUnit, 'ownRepositories'>>,
  { repoURL, chart }: Source,
): boolean {
  return chart === '' && ownRepositories.includes(repoURL);
}
