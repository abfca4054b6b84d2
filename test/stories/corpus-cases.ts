/** Changes of real repositories that Argo CD runs, and which of their Applications stand in the cluster. */
import { join } from 'node:path';

import { root } from './story.ts';

/** An Application that stands in the cluster, and where the base tree has what it applied. */
export interface Standing {
  readonly name: string;
  readonly path: string;
  readonly namespace: string;
  readonly renderer: 'kustomize' | 'directory';
  /** Declared by no other Application: made by a person. */
  /** Somebody presses "Sync": it has no automated policy. */
  readonly isByHand?: boolean;
  readonly isRoot?: true;
}

export interface CorpusCase {
  /** The folder in the corpora, and of the goldens. */
  readonly id: string;
  readonly url: string;
  /** Into which the pull request goes. */
  readonly branch: string;
  /** Where Argo CD runs. */
  readonly argoCd: string;
  readonly projects: readonly string[];
  readonly standing: readonly Standing[];
  /** Rendered charts: back into a chart of which that is the whole template. */
  readonly charts?: readonly string[];
}

const neco = {
  url: 'https://github.com/cybozu-go/neco-apps',
  branch: 'stage',
  argoCd: 'argocd',
  projects: ['default', 'tenant-app-of-apps'],
};

const necoRoot: Standing = {
  name: 'argocd-config',
  path: 'argocd-config/overlays/stage0',
  namespace: 'argocd',
  renderer: 'kustomize',
  isRoot: true,
};

const govuk = { url: 'https://github.com/alphagov/govuk-helm-charts', branch: 'main' };

export const corpusGoldens = join(root, 'fixtures/corpora');

export const corpusCases: readonly CorpusCase[] = [
  {
    ...neco,
    id: 'N4-app-namespace-crd-removed',
    standing: [
      necoRoot,
      { name: 'moco', path: 'moco/base', namespace: 'moco-system', renderer: 'kustomize' },
    ],
  },
  // What the change before it left in the cluster is adopted again.
  {
    ...neco,
    id: 'N5-revert-of-app-removal',
    standing: [{ ...necoRoot, isByHand: true }],
  },
  { ...neco, id: 'F12-application-source-path', standing: [necoRoot] },
  {
    ...govuk,
    id: 'B5-stateful-app-removed',
    argoCd: 'cluster-services',
    projects: ['default', 'govuk'],
    charts: ['charts/router-mongo'],
    standing: [
      {
        name: 'app-config',
        path: 'charts/app-config/production',
        namespace: 'apps',
        renderer: 'directory',
        isRoot: true,
      },
      { name: 'router-mongo', path: 'charts/router-mongo', namespace: 'apps', renderer: 'directory' },
    ],
  },
  {
    ...govuk,
    id: 'F10-auto-sync-prune-enabled',
    argoCd: 'monitoring',
    projects: ['default'],
    standing: [
      {
        name: 'monitoring-config',
        path: 'charts/monitoring-config',
        namespace: 'monitoring',
        renderer: 'directory',
        isRoot: true,
      },
    ],
  },
];
