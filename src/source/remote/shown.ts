/** A remote -> how it is named in a sentence: without user, password and query. */
import { type Mask, type Masked, words } from '../../object/masked.ts';
import type { RemoteReference } from '../remote.ts';

export function shownRemote(remote: RemoteReference, mask: Mask): Masked {
  switch (remote.kind) {
    case 'chart':
      return at(
        mask,
        joinUrl(remote.repository, remote.name),
        remote.version === '*' ? undefined : remote.version,
      );
    case 'git':
      return at(mask, remote.path === '.' ? remote.url : `${remote.url}//${remote.path}`, remote.revision);
    case 'file':
      return shownUrl(remote.url, mask);
  }
}

/** A query may be a signature, and is told only to be there. */
export function shownUrl(url: string, mask: Mask): Masked {
  const [place = '', query] = url.split(/[?#]/u, 2);
  const bare = place.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/iu, '$1');
  return query === undefined ? mask.text(bare) : words`${mask.text(bare)}?…`;
}

export function joinUrl(base: string, name: string): string {
  return `${base.replace(/\/+$/u, '')}/${name}`;
}

function at(mask: Mask, url: string, version: string | undefined): Masked {
  const shown = shownUrl(url, mask);
  return version === undefined ? shown : words`${shown} at ${mask.text(version)}`;
}
