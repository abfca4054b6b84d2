/** An image as a kustomization sees it -> its name, tag and digest. */

export interface ImageParts {
  readonly name: string;
  readonly tag: string | undefined;
  readonly digest: string | undefined;
}

export function splitImage(image: string): ImageParts {
  const [tagged = '', digest] = image.split('@');
  const colon = tagged.indexOf(':', tagged.lastIndexOf('/') + 1);
  if (colon < 0) return { name: tagged, tag: undefined, digest };
  return { name: tagged.slice(0, colon), tag: tagged.slice(colon + 1), digest };
}
