/** An image reference as it is written -> registry, repository, tag and digest. */

export interface ImageReference {
  /** `docker.io` where none is written. */
  readonly registry: string;
  /** With `library/` where Docker Hub's short form is used. */
  readonly repository: string;
  readonly tag: string | undefined;
  readonly digest: string | undefined;
}

/** The first part is a host only if it looks like one, as container runtimes decide it. */
function isHost(part: string): boolean {
  return part.includes('.') || part.includes(':') || part === 'localhost';
}

export function imageReference(text: string): ImageReference {
  const [beforeDigest = '', digest] = text.trim().split('@', 2);
  const colon = beforeDigest.lastIndexOf(':');
  const hasTag = colon > beforeDigest.lastIndexOf('/');
  const path = hasTag ? beforeDigest.slice(0, colon) : beforeDigest;
  const tag = hasTag ? beforeDigest.slice(colon + 1) : undefined;
  const slash = path.indexOf('/');
  const first = path.slice(0, Math.max(0, slash));
  if (slash > 0 && isHost(first)) {
    const registry = first === 'index.docker.io' ? 'docker.io' : first;
    return { registry, repository: path.slice(slash + 1), tag, digest };
  }
  return { registry: 'docker.io', repository: slash < 0 ? `library/${path}` : path, tag, digest };
}
