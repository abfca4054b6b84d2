/** One source of a unit on one side -> all that its plan and its closure are made from. */
import { normalPath } from '../../../config/repository-path.ts';
import type { RemoteReference } from '../../../source/remote.ts';
import type { Tree } from '../../../source/tree.ts';
import type { Unit } from '../../unit.ts';
import { viewOf } from '../../view.ts';
import type { Found, View } from '../../view.ts';
import { argoUnit } from '../application.ts';
import type { ArgoUnit } from '../application.ts';
import { chosenSources, isOwn } from './chosen.ts';
import { environmentOf } from './environment.ts';
import { linksOut } from './links-out.ts';
import type { Environment } from './environment.ts';
import { instanceName } from './instance-name.ts';
import { overridden, overrideFiles } from './overrides.ts';
import { chartRemote, gitRemote } from './remote-source.ts';
import { rendersNothing } from './sources.ts';
import type { Source } from './sources.ts';
import { namesIn, pickTool } from './tool.ts';
import type { Picked } from './tool.ts';

export interface SourceRender {
  readonly argo: ArgoUnit;
  readonly view: View;
  /** As the override files leave it. */
  readonly source: Source;
  readonly sources: readonly Source[];
  readonly environment: Environment;
  /** Of a source in the repository under review: its directory, free of links where there is one. */
  readonly directory: string;
  readonly found: Found | undefined;
  /** Undefined for the repository under review; also where nothing can be fetched, and `where` says so. */
  readonly remote: RemoteReference | undefined;
  readonly where: 'own' | 'chart' | 'git' | 'nowhere';
  readonly picked: Picked;
  readonly overrides: readonly string[];
  /** An override file that cannot be read. */
  readonly broken: string | undefined;
  /** Links of the repository under review because of which its Argo CD renders nothing of it. */
  readonly forbiddenLinks: readonly string[];
}

/** Those that render something, in their order. */
export async function sourceRenders(unit: Unit, tree: Tree): Promise<readonly SourceRender[]> {
  const argo = argoUnit(unit);
  const view = await viewOf(tree);
  const { list, multiple } = chosenSources(argo);
  const renders: SourceRender[] = [];
  for (const source of list) {
    if (!rendersNothing(source, multiple))
      renders.push(await renderOf({ argo, view, sources: list }, source));
  }
  return renders;
}

type Around = Pick<SourceRender, 'argo' | 'view' | 'sources'>;

async function renderOf(around: Around, written: Source): Promise<SourceRender> {
  const { argo, view } = around;
  const environment = environmentOf(argo, written);
  const { installation } = argo;
  if (!isOwn(argo, written)) {
    const place = placeOutside(written);
    const picked = pickTool(written, installation, []);
    const none = { directory: '.', found: undefined, overrides: [], broken: undefined, forbiddenLinks: [] };
    return { ...around, ...none, ...place, source: written, environment, picked };
  }
  const path = insidePath(written.path);
  const found = path === undefined ? { kind: 'outside' as const } : view.find(path);
  const directory = found.kind === 'outside' ? (path ?? '.') : found.path;
  const overrides = overrideFiles(directory, instanceName(argo.application, installation.namespace));
  const changed = await overridden(view, written, overrides);
  const source = changed.kind === 'source' ? changed.source : written;
  const broken = changed.kind === 'broken' ? changed.file : undefined;
  const picked = pickTool(source, installation, namesIn(view, directory));
  const forbiddenLinks = installation.linksMayLeave ? [] : await linksOut(view.tree);
  const own = { where: 'own' as const, remote: undefined, forbiddenLinks };
  return { ...around, ...own, source, environment, directory, found, picked, overrides, broken };
}

function placeOutside(source: Source): Pick<SourceRender, 'where' | 'remote'> {
  if (source.chart !== '') return { where: 'chart', remote: chartRemote(source) };
  const remote = gitRemote(source);
  return { where: remote === undefined ? 'nowhere' : 'git', remote };
}

/** Undefined for a path that Argo CD refuses. */
export function insidePath(path: string): string | undefined {
  if (path.startsWith('/') || path.includes('\0')) return undefined;
  const normal = normalPath(path);
  return normal === '..' || normal.startsWith('../') ? undefined : normal;
}
