/** The steps of one run of Helm, in their order. */

export const stages = {
  /** Of the release that is replaced, or of one whose HelmRelease goes. */
  uninstall: 0,
  definitions: 1,
  namespace: 2,
  before: 3,
  release: 4,
  prune: 5,
  after: 6,
  tests: 7,
} as const;
