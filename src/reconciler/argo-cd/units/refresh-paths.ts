/** An Application that names the paths for which it is rendered anew, and changed paths -> whether Argo CD sees a change (util/app/path). */
import { posix } from 'node:path';
import { canonicalJson } from '../../../object/canonical.ts';
import type { Json, JsonObject } from '../../../object/json.ts';
import type { Application, LiveApplication } from '../application.ts';
import { goPath } from '../../path-glob.ts';
import type { Source } from './sources.ts';

const annotation = 'argocd.argoproj.io/manifest-generate-paths';

export interface Rendered {
  readonly application: Pick<Application, 'annotations' | 'spec'>;
  /** Null where it was never compared; undefined where that is not known. */
  readonly live: Pick<LiveApplication, 'revisions' | 'spec'> | null | undefined;
  /** Its sources in the repository under review. */
  readonly own: readonly Source[];
  /** Paths that the pull request changes. */
  readonly changed: readonly string[] | undefined;
}

/** Then the last render stands for the new commit, until something in those paths changes. */
export function looksAway(rendered: Rendered): boolean {
  const { application, live, changed = [] } = rendered;
  if (changed.length === 0 || application.spec['sourceHydrator'] !== undefined) return false;
  if (live !== undefined && !isSettled(live, application)) return false;
  const paths = refreshPaths(rendered);
  return paths.length > 0 && !changed.some((path) => paths.some((named) => isIn(named, path)));
}

/** What was never compared is rendered in any case, and so is another source. */
function isSettled(live: NonNullable<Rendered['live']> | null, { spec }: Rendered['application']): boolean {
  if (live === null || live.revisions.length === 0) return false;
  return sourcesText(spec) === sourcesText(live.spec);
}

/** From the repository's root. */
function refreshPaths({ application, own }: Pick<Rendered, 'application' | 'own'>): readonly string[] {
  const named = (application.annotations[annotation] ?? '').split(';').map((item) => item.trim());
  const items = named.filter((item) => item !== '');
  return own.flatMap(({ path }) =>
    items.map((item) => (item.startsWith('/') ? item.slice(1) : posix.join(path, item))),
  );
}

function isIn(named: string, path: string): boolean {
  const directory = posix.normalize(`/${named}`).replace(/\/+$/u, '');
  const file = `/${path}`;
  return file === directory || file.startsWith(`${directory}/`) || goPath(`/${named}`)?.(file) === true;
}

function sourcesText({ source = null, sources = null }: JsonObject): string {
  const both: Json = [source, sources];
  return canonicalJson(both);
}
