/** GitRepos as they are on one side -> what a reviewer must know of how they are declared. */
import type { Masked } from '../../../object/masked.ts';
import { joined, words } from '../../../object/masked.ts';
import type { Mask } from '../../../object/masked.ts';
import type { Remark } from '../../declarations.ts';
import type { Place } from '../../../object/place.ts';
import type { RepoSide } from './side.ts';
import type { DeclaredBundle } from './fleet-yaml.ts';
import type { GitRepo } from './git-repos.ts';

export function repoRemarks(sides: readonly RepoSide[], mask: Mask): readonly Remark[] {
  return [
    ...sides.flatMap((side) => [
      ...unreadable(side, mask),
      ...nothingFound(side, mask),
      ...missingPaths(side, mask),
      ...nowhere(side, mask),
    ]),
    ...collisions(sides, mask),
  ];
}

function shownRepo({ namespace, name }: GitRepo, mask: Mask): Masked {
  return mask.text(`${namespace}/${name}`);
}

function placesOf(file: string | undefined, repo: GitRepo): readonly Place[] {
  if (file !== undefined) return [{ file, line: 1 }];
  return repo.place === undefined ? [] : [repo.place];
}

const nothing = { unit: undefined, objects: [] } as const;

function unreadable({ repo, bundles, paths }: RepoSide, mask: Mask): readonly Remark[] {
  const broken = bundles.find(({ problem }) => problem !== undefined);
  const pattern = paths.broken[0];
  if (broken === undefined && pattern === undefined) return [];
  const what = broken?.problem ?? `its path ${pattern ?? ''} is malformed`;
  return [
    {
      ...nothing,
      about: 'git-repo-unreadable',
      severity: 'block',
      title: words`Fleet stops at the GitRepo ${shownRepo(repo, mask)} and deploys nothing new of it`,
      detail: words`${mask.text(what)}. All bundles of the GitRepo stay as they are until that is mended.`,
      advice: words`Mend it before the merge.`,
      places: placesOf(broken?.file, repo),
      restsOn: [repo.namespace, repo.name, what],
    },
  ];
}

function nothingFound({ repo, bundles, paths }: RepoSide, mask: Mask): readonly Remark[] {
  if (bundles.length > 0 || paths.broken.length > 0) return [];
  return [
    {
      ...nothing,
      about: 'git-repo-empty',
      severity: 'block',
      title: words`The GitRepo ${shownRepo(repo, mask)} finds nothing to deploy`,
      detail: words`Its paths match no directory with anything in it. Fleet deletes all bundles that it made of this GitRepo before, and only then fails with an error.`,
      advice: words`Keep what it deploys where its paths look for it, or change the paths first.`,
      places: placesOf(undefined, repo),
      restsOn: [repo.namespace, repo.name, [...paths.missing]],
    },
  ];
}

function missingPaths({ repo, bundles, paths }: RepoSide, mask: Mask): readonly Remark[] {
  if (bundles.length === 0 || paths.missing.length === 0) return [];
  const listed = joined(
    paths.missing.map((path) => mask.text(path)),
    ', ',
  );
  return [
    {
      ...nothing,
      about: 'git-repo-path-missing',
      severity: 'warn',
      title: words`The GitRepo ${shownRepo(repo, mask)} names paths that are not there`,
      detail: words`No directory matches ${listed}. Fleet says nothing of that, and deletes the bundles that it made of them before.`,
      advice: words`Name each path as it is written in the repository, or take it away.`,
      places: placesOf(undefined, repo),
      restsOn: [repo.namespace, repo.name, [...paths.missing]],
    },
  ];
}

function nowhere({ repo, bundles, placed, control }: RepoSide, mask: Mask): readonly Remark[] {
  if (control.clusters === undefined) return [];
  const reached = new Set(placed.map(({ bundle }) => bundle.name));
  return bundles
    .filter(({ name, problem }) => problem === undefined && !reached.has(name))
    .map((bundle): Remark => ({
      ...nothing,
      about: 'bundle-nowhere',
      severity: 'warn',
      title: words`The bundle ${mask.text(bundle.name)} matches no cluster`,
      detail: words`None of the targets of its GitRepo ${shownRepo(repo, mask)}, and of its own, matches one of the clusters in the workspace as they are now: it is deployed nowhere, and removed where it was.`,
      advice: words`Compare its targets with the names, groups and labels of the clusters.`,
      places: placesOf(bundle.file, repo),
      restsOn: [repo.namespace, bundle.name],
    }));
}

interface Named {
  readonly repo: GitRepo;
  readonly bundle: DeclaredBundle;
}

function collisions(sides: readonly RepoSide[], mask: Mask): readonly Remark[] {
  const all = sides.flatMap(({ repo, bundles }) => bundles.map((bundle): Named => ({ repo, bundle })));
  const byName = Map.groupBy(all, ({ repo, bundle }) => `${repo.namespace}/${bundle.name}`);
  return [...byName].flatMap(([name, same]): readonly Remark[] => {
    if (same.length < 2) return [];
    const where = same.map(({ repo, bundle }) => `${bundle.directory} (${repo.name})`);
    return [
      {
        ...nothing,
        about: 'bundle-name-twice',
        severity: 'block',
        title: words`${same.length} directories are the bundle ${mask.text(name)}`,
        detail: words`${joined(
          where.map((each) => mask.text(each)),
          ', ',
        )}. Fleet writes each over the other: which of them is deployed is a matter of chance, and what only the others declare is removed.`,
        advice: words`Give each a name of its own, or name each directory once.`,
        places: same.flatMap(({ repo, bundle }) => placesOf(bundle.file, repo)),
        restsOn: [name, where],
      },
    ];
  });
}
