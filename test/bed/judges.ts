/** The reconcilers that judge predictions, with their pinned versions: they take minutes to build, and only the judge needs them. */
import type { GoSource, Program } from './program.ts';

export const judgeNames = [
  'argo-cd-3.5',
  'argo-cd-3.2',
  'redis-server',
  'docker-registry',
  'source-controller-1.9',
  'kustomize-controller-1.9',
] as const;

export type JudgeName = (typeof judgeNames)[number];

const install = { file: 'install.yaml', from: ['manifests/install.yaml'] };

function argoCd(version: string, sum: string): GoSource {
  return {
    kind: 'go',
    name: 'argo-cd',
    version,
    module: 'github.com/argoproj/argo-cd/v3',
    sum,
    packages: { argocd: 'github.com/argoproj/argo-cd/v3/cmd' },
    stamp: { 'github.com/argoproj/argo-cd/v3/common.version': version.replace(/^v/u, '') },
    documents: install,
  };
}

/** Its gitops-engine is a folder of the same repository, which the module leaves out; this is the commit of the tag. */
const newest: GoSource = {
  ...argoCd('v3.5.7', 'h1:Xm1BF+I5OgDKUG3SDK49vn2/Y5AMyaNVko+/JT08gj0='),
  published: {
    'github.com/argoproj/argo-cd/gitops-engine': {
      version: 'v0.0.0-20260914071520-c9c369efcc5b',
      sum: 'h1:0tKOg3Fxd5cqVemntg63MqCjk7wqVV32vbVGWOGyhR8=',
      goModSum: 'h1:RsOM4gdM/lsvAfIuzAhYrnHDTLA1AGooZRzVyxbVT3A=',
    },
  },
};

const older = argoCd('v3.2.6', 'h1:nDCjBnHyxUf6JFuCKjuuXHS23LFj6/TjuO/APrS1ku4=');

interface FluxController {
  readonly name: 'source-controller' | 'kustomize-controller';
  readonly version: string;
  readonly sum: string;
  /** Its `api` is a folder of the same repository, published under the same version. */
  readonly api: { readonly sum: string; readonly goModSum: string };
  readonly definitions: readonly string[];
}

function flux({ name, version, sum, api, definitions }: FluxController): GoSource {
  const module = `github.com/fluxcd/${name}`;
  const roles = [
    'role',
    'role_binding',
    ...(name === 'kustomize-controller' ? ['cluster_role_binding'] : []),
  ];
  return {
    kind: 'go',
    name,
    version,
    module,
    sum,
    packages: { [name]: module },
    published: { [`${module}/api`]: { version, ...api } },
    stamp: {},
    documents: {
      file: 'install.yaml',
      from: [
        ...definitions.map((each) => `config/crd/bases/${each}.yaml`),
        ...roles.map((each) => `config/rbac/${each}.yaml`),
        'config/manager/deployment.yaml',
      ],
    },
  };
}

const sourceController = flux({
  name: 'source-controller',
  version: 'v1.9.1',
  sum: 'h1:FF8XTxLND/pXzVtUESKURUDiItFJQDZBZkbHvZimN8s=',
  api: {
    sum: 'h1:04Elx6/iFwgNOmrymfetaDfFFBqw5/LfoiTgyeLlrqQ=',
    goModSum: 'h1:qO98L20gw0MvLpSPapJKypyxHP7PejmJN5KxWXxDjCA=',
  },
  definitions: [
    'buckets',
    'externalartifacts',
    'gitrepositories',
    'helmcharts',
    'helmrepositories',
    'ocirepositories',
  ].map((plural) => `source.toolkit.fluxcd.io_${plural}`),
});

const kustomizeController = flux({
  name: 'kustomize-controller',
  version: 'v1.9.4',
  sum: 'h1:VBnBMhnemqnE5Zca2AoG2gC4472MoiTmk9rdqvLoMcY=',
  api: {
    sum: 'h1:3Hf5322qL5G9Sb6m3oTcv4xQo9xDIi8vLOFQQvW8Jug=',
    goModSum: 'h1:utxc483AZDArFeBW5XeD/wiD0+E1oQbPi3b/TZc+v10=',
  },
  definitions: ['kustomize.toolkit.fluxcd.io_kustomizations'],
});

export const judges: Readonly<Record<JudgeName, Program>> = {
  'argo-cd-3.5': { file: 'argocd', sources: [newest] },
  'argo-cd-3.2': { file: 'argocd', sources: [older] },
  'source-controller-1.9': { file: 'source-controller', sources: [sourceController] },
  'kustomize-controller-1.9': { file: 'kustomize-controller', sources: [kustomizeController] },
  'redis-server': {
    file: 'redis-server',
    anyVersion: true,
    sources: [{ kind: 'debian', name: 'redis-server', version: 'debian', package: 'redis-server' }],
  },
  'docker-registry': {
    file: 'docker-registry',
    anyVersion: true,
    sources: [{ kind: 'debian', name: 'docker-registry', version: 'debian', package: 'docker-registry' }],
  },
};
