/** A version of helm-controller -> the major version of Helm in it. */
import type { FluxInstallation } from '../flux-unit.ts';

/** 1.5.0 brought Helm 4; the newest one stands for a version that is not known. */
export function helmMajorOf({ versions }: Pick<FluxInstallation, 'versions'>): 3 | 4 {
  const found = /^v?(\d+)\.(\d+)\./u.exec(versions.helm ?? '');
  if (found === null) return 4;
  const [major, minor] = [Number(found[1]), Number(found[2])];
  return major < 1 || (major === 1 && minor < 5) ? 3 : 4;
}
