/** An artifact outside the repository (chart, base, file) -> a tree named by its digest, or a gap. */
import type { Gap } from '../object/gap.ts';
import { type Mask, words } from '../object/masked.ts';
import { shownRemote } from './remote/shown.ts';
import type { Tree } from './tree.ts';

export type RemoteReference =
  | {
      readonly kind: 'chart';
      /** `https://…` or `oci://…`, without the chart's name. */
      readonly repository: string;
      readonly name: string;
      /** Exact, a range as Helm understands it, or for OCI a tag or `sha256:…`. */
      readonly version: string;
    }
  | {
      readonly kind: 'git';
      /** As Git takes it. */
      readonly url: string;
      /** Branch, tag, commit or a range of versions; undefined for the server's HEAD. */
      readonly revision: string | undefined;
      /** A directory of the repository; the tree is the whole repository all the same. */
      readonly path: string;
    }
  | { readonly kind: 'file'; readonly url: string };

export type RemoteTree =
  | {
      readonly kind: 'tree';
      /** Of a chart: its own directory. Of Git: the whole repository. Of a file: the file, under its URL's last name. */
      readonly tree: Tree;
      /** Of the artifact: the archive, the file; of Git, of the tree's listing. */
      readonly digest: `sha256:${string}`;
      /** As resolved: the chart's version, Git's commit, the file's digest. */
      readonly version: string;
      /** Whether the same reference may mean something else tomorrow: a range, a branch, a tag that is no version. */
      readonly moving: boolean;
    }
  | { readonly kind: 'gap'; readonly gap: Gap };

/** Never rejects for what a server or a pull request can cause. `unit` is the id that a gap is about. */
export type FetchRemote = (remote: RemoteReference, unit: string) => Promise<RemoteTree>;

/** The same for two references to the same thing. */
export function remoteKey(remote: RemoteReference): string {
  switch (remote.kind) {
    case 'chart':
      return JSON.stringify([remote.kind, remote.repository, remote.name, remote.version]);
    case 'git':
      return JSON.stringify([remote.kind, remote.url, remote.revision ?? '', remote.path]);
    case 'file':
      return JSON.stringify([remote.kind, remote.url]);
  }
}

/** Where no host is allowed. */
export function refuseRemotes(mask: Mask): FetchRemote {
  return (remote, unit) => {
    const why = words`the render needs ${shownRemote(remote, mask)} from outside the repository`;
    return Promise.resolve({
      kind: 'gap',
      gap: { kind: 'remote-not-allowed', unit, object: undefined, why },
    });
  };
}
