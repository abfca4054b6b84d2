/** The field manager of every apply of kustomize-controller; its status writes have another. */

export const manager = 'kustomize-controller';
