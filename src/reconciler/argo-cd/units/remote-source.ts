/** A source outside the repository -> the remote that has to be fetched for it, or how it is named in a sentence. */
import type { Mask, Masked } from '../../../object/masked.ts';
import { words } from '../../../object/masked.ts';
import type { RemoteReference } from '../../../source/remote.ts';
import { shownUrl } from '../../../source/remote/shown.ts';
import type { Source } from './sources.ts';

/** A Helm repository without a scheme is an OCI registry (util/helm.IsHelmOciRepo). */
export function chartRemote({ repoURL, chart, targetRevision }: Source): RemoteReference {
  const repository = repoURL.includes('://') ? repoURL : `oci://${repoURL}`;
  return { kind: 'chart', repository, name: chart, version: targetRevision };
}

/** Undefined for what is no Git repository. */
export function gitRemote({ repoURL, targetRevision }: Source): RemoteReference | undefined {
  if (repoURL.startsWith('oci://')) return undefined;
  const revision = targetRevision === '' || targetRevision === 'HEAD' ? undefined : targetRevision;
  return { kind: 'git', url: repoURL, revision, path: '.' };
}

export function shownElsewhere({ repoURL, path }: Source, mask: Mask): Masked {
  const url = shownUrl(repoURL, mask);
  if (repoURL.startsWith('oci://'))
    return words`its source is the OCI artifact ${url}, which is not rendered`;
  return words`its source is the directory ${mask.text(path || '.')} of another repository, ${url}: only this repository is rendered`;
}
