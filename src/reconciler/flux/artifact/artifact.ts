/** A tree and the ignore rules of its source -> what source-controller puts into the artifact (facts/reconcilers.md §5d). */
import { posix } from 'node:path';
import type { Tree } from '../../../source/tree.ts';
import { heldBy, sortedPaths } from '../../depends-on.ts';
import type { SortedPaths } from '../../depends-on.ts';
import type { Closure } from '../../unit.ts';
import type { FluxSource } from '../flux-unit.ts';
import { ignorePattern } from './ignore-pattern.ts';
import type { IgnorePattern } from './ignore-pattern.ts';

export interface Artifact {
  /** Without links and ignored files; submodules only where the source checks them out. */
  readonly tree: Tree;
  /** All other paths of the tree. */
  readonly ignored: SortedPaths;
  /** Files of ignore rules, also such as are themselves ignored. */
  readonly ignoreFiles: readonly string[];
  /** Also an empty one: all that is in it may be ignored. */
  hasDirectory(path: string): boolean;
}

const ignoreFile = '.sourceignore';
const versionControl = ['.git/', '.gitignore', '.gitmodules', '.gitattributes'];
const usual = (
  '*.jpg *.jpeg *.gif *.png *.wmv *.flv *.tar.gz *.zip .github/ .circleci/ .travis.yml .gitlab-ci.yml appveyor.yml ' +
  '.drone.yml cloudbuild.yaml codeship-services.yml codeship-steps.yml **/.goreleaser.yml **/.sops.yaml **/.flux.yaml'
).split(' ');
const limits = { largest: 1_000_000, total: 50_000_000 };
const known = new WeakMap<Tree, Map<string, Promise<Artifact>>>();

export type Packing = Pick<
  Extract<FluxSource, { readonly kind: 'own' }>,
  'ignore' | 'sparseCheckout' | 'submodules'
>;

/** Made once for a tree. Throws SourceError. */
export async function artifactOf(tree: Tree, packing: Packing): Promise<Artifact> {
  const { ignore, sparseCheckout, submodules } = packing;
  const key = JSON.stringify([ignore, sparseCheckout, submodules]);
  const ofTree = known.get(tree) ?? new Map<string, Promise<Artifact>>();
  known.set(tree, ofTree);
  const made = ofTree.get(key) ?? makeArtifact(tree, packing);
  ofTree.set(key, made);
  return made;
}

async function makeArtifact(tree: Tree, { ignore, sparseCheckout, submodules }: Packing): Promise<Artifact> {
  // By the start of the path alone, as go-git has it: `apps` takes `apps-old/` too.
  const starts = sparseCheckout.map((directory) => directory.replace(/^\.\//u, ''));
  const files = [...tree.entries.values()].filter(
    ({ path, kind }) =>
      (kind === 'file' || kind === 'executable' || (kind === 'submodule' && submodules)) &&
      (starts.length === 0 || starts.some((start) => path.startsWith(start))),
  );
  const ignoreFiles = files.flatMap(({ path }) => (posix.basename(path) === ignoreFile ? [path] : []));
  const isIgnored = ignoring(await rulesOf(tree, ignoreFiles, ignore));
  const kept = files.filter(({ path }) => !isIgnored(path.split('/'), false));
  const entries = new Map(kept.map((entry) => [entry.path, entry]));
  const directories = directoriesOf(entries.keys());
  // A link in the checkout has a directory around it, too.
  const all = directoriesOf(starts.length === 0 ? tree.entries.keys() : files.map(({ path }) => path));
  return {
    tree: {
      ...tree,
      entries,
      read: async (paths, within) =>
        tree.read(
          paths.filter((path) => entries.has(path)),
          within,
        ),
    },
    ignored: sortedPaths([...tree.entries.keys()].filter((path) => !entries.has(path))),
    ignoreFiles,
    hasDirectory: (path) => directories.has(path) || (all.has(path) && !isIgnored(path.split('/'), true)),
  };
}

/** From low to high precedence; any rule of the repository or its source takes the place of the usual ones. */
async function rulesOf(
  tree: Tree,
  ignoreFiles: readonly string[],
  ignore: string | null,
): Promise<readonly IgnorePattern[]> {
  const contents = await tree.read(ignoreFiles, limits);
  const own = ignoreFiles.toSorted(inWalkOrder).flatMap((path) => {
    const directory = posix.dirname(path);
    return patternsIn(
      contents.get(path)?.toString('utf8') ?? '',
      directory === '.' ? [] : directory.split('/'),
    );
  });
  const rules = [...own, ...patternsIn(ignore ?? '', [])];
  const always = versionControl.map((line) => ignorePattern(line, []));
  if (rules.length > 0) return [...always, ...rules];
  return [...always, ...usual.map((line) => ignorePattern(line, []))];
}

function patternsIn(text: string, domain: readonly string[]): readonly IgnorePattern[] {
  return text
    .split('\n')
    .map((line) => line.replace(/\r$/u, ''))
    .filter((line) => !line.startsWith('#') && line.trim() !== '')
    .map((line) => ignorePattern(line, domain));
}

/** The last rule that says anything counts. */
function ignoring(rules: readonly IgnorePattern[]): IgnoreQuestion {
  const highestFirst = rules.toReversed();
  return (parts, isDirectory) => {
    for (const rule of highestFirst) {
      const ruling = rule(parts, isDirectory);
      if (ruling !== 'none') return ruling === 'exclude';
    }
    return false;
  };
}

type IgnoreQuestion = (parts: readonly string[], isDirectory: boolean) => boolean;

/** A directory's own file comes before those of the directories in it. */
function inWalkOrder(a: string, b: string): number {
  const left = posix.dirname(a);
  const right = posix.dirname(b);
  if (left === '.' || right.startsWith(`${left}/`)) return -1;
  if (right === '.' || left.startsWith(`${right}/`)) return 1;
  return left < right ? -1 : 1;
}

function directoriesOf(paths: Iterable<string>): ReadonlySet<string> {
  const directories = new Set(['.']);
  for (const path of paths) {
    for (let at = posix.dirname(path); !directories.has(at); at = posix.dirname(at)) directories.add(at);
  }
  return directories;
}

/** Of a closure, what the artifact leaves out. */
export function hiddenPaths({ ignored }: Artifact, all: Closure): readonly string[] {
  return [...heldBy(all, ignored)].sort();
}
