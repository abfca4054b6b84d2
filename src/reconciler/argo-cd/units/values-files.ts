/** The `valueFiles` of a Helm source -> the files in the order in which Helm gets them, or why that is not known. */
import { posix } from 'node:path';
import { words } from '../../../object/masked.ts';
import type { Masked } from '../../../object/masked.ts';
import type { RemoteReference } from '../../../source/remote.ts';
import type { SourcePath } from '../../render-plan.ts';
import { doublestarPath } from '../../path-glob.ts';
import { flagAt, textsAt } from '../../../object/fields.ts';
import { isOwn } from './chosen.ts';
import { expand } from './environment.ts';
import { gitRemote } from './remote-source.ts';
import { insidePath } from './rendering-of.ts';
import type { SourceRender } from './rendering-of.ts';
import { callPath, sourcePath } from './source-path.ts';
import type { Called, Root } from './source-path.ts';
import type { Source } from './sources.ts';
import { atLeast } from './version.ts';

export interface ValuesFiles {
  readonly files: readonly SourcePath[];
  readonly remotes: readonly RemoteReference[];
  /** What a render reads if it is there: paths of the repository, directories with a closing slash. */
  readonly paths: readonly string[];
  /** Why the list is not all that Helm would get. */
  readonly unknown: readonly Masked[];
}

export function valuesFilesOf(render: SourceRender): ValuesFiles {
  const calls = textsAt(render.source.raw, 'helm', 'valueFiles').map((text) => callFile(render, text));
  const explicit = new Set(calls.flatMap((call) => (isPattern(render, call) ? [] : [keyOf(call)])));
  const found = calls.map((call) => ({ call, files: filesFor(render, call) }));
  const files = new Map<string, SourcePath>();
  for (const { call, files: each } of found) {
    const taken = isPattern(render, call) ? explicit : new Set<string>();
    for (const { key, file } of each.kind === 'files' ? each.files : []) {
      if (!files.has(key) && !taken.has(key)) files.set(key, file);
    }
  }
  return {
    files: [...files.values()],
    remotes: calls.flatMap((call) => remoteFor(call) ?? []),
    paths: calls.flatMap((call) => pathsFor(render, call)),
    unknown: found.flatMap((each) => (each.files.kind === 'unknown' ? [each.files.why] : [])),
  };
}

/** `$name/path` is a file of the source with that `ref`, relative to its repository's root. */
export function callFile(render: SourceRender, reference: string): Called {
  const { argo, sources, source, environment } = render;
  const schemes = argo.installation.helmValuesSchemes;
  const [name = '', ...rest] = reference.split('/');
  const referenced = name.startsWith('$')
    ? sources.find(({ ref }) => ref !== '' && `$${ref}` === name)
    : undefined;
  if (referenced !== undefined) {
    const root = rootOf(render, referenced);
    return root === undefined
      ? { kind: 'refused' }
      : callPath(root, expand(`/${rest.join('/')}`, environment), schemes);
  }
  const directory = render.where === 'git' ? (insidePath(source.path) ?? '.') : render.directory;
  return callPath({ remote: render.remote, directory }, expand(reference, environment), schemes);
}

function rootOf({ argo }: SourceRender, source: Source): Root | undefined {
  if (isOwn(argo, source)) return { remote: undefined, directory: '.' };
  const remote = source.chart === '' ? gitRemote(source) : undefined;
  return remote === undefined ? undefined : { remote, directory: '.' };
}

function isPattern({ argo }: SourceRender, call: Called): boolean {
  // reposerver reads patterns since v3.4; before, they are names.
  return call.kind === 'path' && /[*?[]/u.test(call.path) && atLeast(argo.installation, 3, 4);
}

function keyOf(call: Called): string {
  switch (call.kind) {
    case 'path':
      return JSON.stringify(sourcePath(call.root.remote, call.path));
    case 'url':
      return call.remote.kind === 'file' ? call.remote.url : '';
    case 'refused':
      return '';
  }
}

type Files =
  | { readonly kind: 'files'; readonly files: readonly { readonly key: string; readonly file: SourcePath }[] }
  | { readonly kind: 'unknown'; readonly why: Masked };

function filesFor(render: SourceRender, call: Called): Files {
  if (call.kind === 'refused') {
    return {
      kind: 'unknown',
      why: words`one of its values files is outside the repository, or in a source that does not exist: Argo CD renders nothing`,
    };
  }
  if (call.kind === 'url') return only(keyOf(call), sourcePath(call.remote, '.'));
  const own = call.root.remote === undefined;
  const optional = flagAt(render.source.raw, 'helm', 'ignoreMissingValueFiles');
  if (isPattern(render, call)) {
    if (!own)
      return {
        kind: 'unknown',
        why: words`one of its values files is a pattern in another repository or chart`,
      };
    return matching(render, call.path, optional);
  }
  if (!optional) return only(keyOf(call), sourcePath(call.root.remote, call.path));
  if (!own)
    return {
      kind: 'unknown',
      why: words`whether one of its values files exists in another repository or chart is not known`,
    };
  const { kind } = render.view.find(call.path);
  return kind === 'missing' ? { kind: 'files', files: [] } : only(keyOf(call), { path: call.path });
}

function only(key: string, file: SourcePath): Files {
  return { kind: 'files', files: [{ key, file }] };
}

function matching({ view }: SourceRender, pattern: string, optional: boolean): Files {
  const below = `${fixedPart(pattern)}/`;
  const matches = doublestarPath(pattern) ?? (() => false);
  const paths = [...view.tree.entries.keys()].filter(
    (path) => (below === './' || path.startsWith(below)) && matches(path),
  );
  if (paths.length === 0 && !optional) {
    return {
      kind: 'unknown',
      why: words`a pattern among its values files matches none: Argo CD renders nothing`,
    };
  }
  const files = paths.sort(inWalkOrder).map((path) => ({ key: JSON.stringify({ path }), file: { path } }));
  return { kind: 'files', files };
}

/** Files of a directory before those of its subdirectories. */
function inWalkOrder(a: string, b: string): number {
  const left = posix.dirname(a);
  const right = posix.dirname(b);
  if (left === right) return a < b ? -1 : 1;
  if (isAbove(left, right)) return -1;
  if (isAbove(right, left)) return 1;
  return a < b ? -1 : 1;
}

function isAbove(above: string, below: string): boolean {
  return above === '.' || below.startsWith(`${above}/`);
}

function fixedPart(pattern: string): string {
  return posix.dirname(pattern.slice(0, pattern.search(/[*?[{]/u) + 1));
}

function remoteFor(call: Called): RemoteReference | undefined {
  if (call.kind === 'url') return call.remote;
  return call.kind === 'path' ? call.root.remote : undefined;
}

function pathsFor(render: SourceRender, call: Called): readonly string[] {
  if (call.kind !== 'path' || call.root.remote !== undefined) return [];
  return isPattern(render, call) ? [`${fixedPart(call.path)}/`] : [call.path];
}
