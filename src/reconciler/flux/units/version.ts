/** Versions of the controllers of Flux, and of Flux itself -> which are judged, and what follows from them. */

/** Of the versions that the judge ran (docs/fidelity.md). */
export const newestJudged = { source: 'v1.9.1', kustomize: 'v1.9.4', helm: 'v1.6.0' } as const;

export type Controller = keyof typeof newestJudged;

export const controllers = ['source', 'kustomize', 'helm'] as const satisfies readonly Controller[];

/** Minor versions of which one was judged. */
export const judgedLines: Readonly<Record<Controller, readonly string[]>> = {
  source: ['v1.9', 'v1.7'],
  kustomize: ['v1.9', 'v1.7'],
  helm: ['v1.6', 'v1.4'],
};

export function lineOf(version: string): string | undefined {
  return /^v\d+\.\d+/u.exec(version)?.[0];
}

/** The newest judged one stands for a version that is not known. */
export function isAtLeast(
  version: string | null,
  controller: Controller,
  least: { readonly major: number; readonly minor: number },
): boolean {
  const [, major = '0', minor = '0'] =
    /^v?(\d+)\.(\d+)/u.exec(version ?? newestJudged[controller]) ??
    /^v?(\d+)\.(\d+)/u.exec(newestJudged[controller]) ??
    [];
  return Number(major) > least.major || (Number(major) === least.major && Number(minor) >= least.minor);
}

/** The tag of the upstream image. */
export function imageVersion(image: string): string | undefined {
  return /:(v\d+\.\d+\.\d+[\w.-]*)(?:@|$)/u.exec(image)?.[1];
}

/** Flux 2.9 is made of source- and kustomize-controller 1.9 and helm-controller 1.6, and so were all since 2.3. */
export function controllersOf(flux: string): Readonly<Record<Controller, string>> | undefined {
  const minor = Number(/^v?2\.(\d+)\./u.exec(flux)?.[1] ?? 0);
  if (minor < 3) return undefined;
  return { source: `v1.${minor}.0`, kustomize: `v1.${minor}.0`, helm: `v1.${minor - 3}.0` };
}
