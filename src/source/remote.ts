/** An artifact outside the repository (chart, base, archive) -> a tree named by its digest, or a gap. */
import type { Gap } from '../object/gap.ts';
import { type Mask, words } from '../object/masked.ts';
import type { Tree } from './tree.ts';

export interface RemoteReference {
  readonly url: string;
  readonly version: string | undefined;
}

export type RemoteTree =
  | { readonly kind: 'tree'; readonly tree: Tree; readonly digest: string }
  | { readonly kind: 'gap'; readonly gap: Gap };

export type FetchRemote = (remote: RemoteReference, unit: string) => Promise<RemoteTree>;

/** No host is allowed yet. */
export function refuseRemotes(mask: Mask): FetchRemote {
  return (remote, unit) => {
    const version = remote.version === undefined ? words`` : words` at ${mask.text(remote.version)}`;
    const why = words`the render needs ${mask.text(remote.url)}${version} from outside the repository`;
    return Promise.resolve({
      kind: 'gap',
      gap: { kind: 'remote-not-allowed', unit, object: undefined, why },
    });
  };
}
