/** A Kustomization, and where it is -> the directory of this repository that it builds; undefined for another source. */
import { normalPath } from '../../../config/repository-path.ts';
import { objectAt, textAt } from '../../../object/fields.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { namespaceOf } from '../../../object/kube-object.ts';
import { isOwnUrl } from './git-source.ts';
import type { Control } from './control.ts';
import { keyIn } from './control.ts';
import type { Growing } from './growing.ts';
import type { View } from '../../view.ts';

/** As source and controller join it: what leads out is cut off at the root. */
export function insidePath(path: string): string {
  return normalPath(`/${path}`).replace(/^\/+/u, '') || '.';
}

/** Taken loosely: any GitRepository of the name that its source has is one, since which of them counts is not known yet. */
export function ownDirectory(
  growing: Growing,
  control: Control,
  kustomization: KubeObject,
): string | undefined {
  const spec = objectAt(kustomization, 'spec');
  const path = insidePath(textAt(spec, 'path'));
  const found = growing.view.find(path);
  if (found.kind !== 'directory' || textAt(spec, 'sourceRef', 'kind') !== 'GitRepository') return undefined;
  const name = textAt(spec, 'sourceRef', 'name');
  const namespace = textAt(spec, 'sourceRef', 'namespace') || namespaceOf(kustomization);
  const { origin } = growing.declarations;
  if (origin === undefined) return isHere(growing.view, path, name) ? found.path : undefined;
  const repositories = repositoriesAt(growing, control, { namespace, name });
  if (repositories.length === 0 && control.live === undefined) {
    return isHere(growing.view, path, name) ? found.path : undefined;
  }
  return repositories.some((each) => isOwnUrl(textAt(each, 'spec', 'url'), origin) === true)
    ? found.path
    : undefined;
}

/**
 * A checkout without a remote does not know its name, and the source that Flux itself was installed with is often in no
 * file: what is there is taken for what is meant.
 */
export function isHere(view: View, path: string, source: string): boolean {
  return view.find(path).kind === 'directory' && (path !== '.' || source === 'flux-system');
}

function repositoriesAt(
  { declared, loose }: Growing,
  control: Control,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): readonly KubeObject[] {
  const key = keyIn(control, { kind: 'GitRepository', namespace, name });
  const live = control.live?.get(key);
  const inFiles = loose.filter(
    ({ object }) =>
      object.kind === 'GitRepository' &&
      object.metadata.name === name &&
      [namespace, ''].includes(namespaceOf(object)),
  );
  return [
    ...(declared.get(key) ?? []).map(({ object }) => object),
    ...(live === undefined ? [] : [live]),
    ...inFiles.map(({ object }) => object),
  ];
}
