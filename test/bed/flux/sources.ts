/** The controllers of Flux -> the Go modules that they are built from, each with the YAML of its release. */
import type { GoSource, Published } from '../program.ts';

export const fluxPrograms = [
  'source-controller-1.9',
  'kustomize-controller-1.9',
  'helm-controller-1.6',
  'source-controller-1.7',
  'kustomize-controller-1.7',
  'helm-controller-1.4',
] as const;

export type FluxProgram = (typeof fluxPrograms)[number];

export const fluxControllers = ['source-controller', 'kustomize-controller', 'helm-controller'] as const;

export type FluxController = (typeof fluxControllers)[number];

interface Release {
  readonly version: string;
  readonly sum: string;
  /** Its `api` is a folder of the same repository, published under the same version. */
  readonly api: { readonly sum: string; readonly goModSum: string };
  readonly instead?: Readonly<Record<string, Published>>;
}

const definitions: Readonly<Record<FluxController, readonly string[]>> = {
  'source-controller': [
    'buckets',
    'externalartifacts',
    'gitrepositories',
    'helmcharts',
    'helmrepositories',
    'ocirepositories',
  ].map((plural) => `source.toolkit.fluxcd.io_${plural}`),
  'kustomize-controller': ['kustomize.toolkit.fluxcd.io_kustomizations'],
  'helm-controller': ['helm.toolkit.fluxcd.io_helmreleases'],
};

const roles: Readonly<Record<FluxController, readonly string[]>> = {
  'source-controller': ['role', 'role_binding'],
  'kustomize-controller': ['role', 'role_binding', 'cluster_role_binding'],
  'helm-controller': ['role', 'role_binding', 'cluster_role', 'cluster_role_binding'],
};

function built(name: FluxController, { version, sum, api, instead = {} }: Release): GoSource {
  const module = `github.com/fluxcd/${name}`;
  return {
    kind: 'go',
    name,
    version,
    module,
    sum,
    packages: { [name]: module },
    published: { [`${module}/api`]: { version, ...api } },
    instead,
    stamp: {},
    documents: {
      file: 'install.yaml',
      from: [
        ...definitions[name].map((each) => `config/crd/bases/${each}.yaml`),
        ...roles[name].map((each) => `config/rbac/${each}.yaml`),
        'config/manager/deployment.yaml',
      ],
    },
  };
}

export const fluxSources: Readonly<Record<FluxProgram, GoSource>> = {
  'source-controller-1.9': built('source-controller', {
    version: 'v1.9.1',
    sum: 'h1:FF8XTxLND/pXzVtUESKURUDiItFJQDZBZkbHvZimN8s=',
    api: {
      sum: 'h1:04Elx6/iFwgNOmrymfetaDfFFBqw5/LfoiTgyeLlrqQ=',
      goModSum: 'h1:qO98L20gw0MvLpSPapJKypyxHP7PejmJN5KxWXxDjCA=',
    },
  }),
  'kustomize-controller-1.9': built('kustomize-controller', {
    version: 'v1.9.4',
    sum: 'h1:VBnBMhnemqnE5Zca2AoG2gC4472MoiTmk9rdqvLoMcY=',
    api: {
      sum: 'h1:3Hf5322qL5G9Sb6m3oTcv4xQo9xDIi8vLOFQQvW8Jug=',
      goModSum: 'h1:utxc483AZDArFeBW5XeD/wiD0+E1oQbPi3b/TZc+v10=',
    },
  }),
  'helm-controller-1.6': built('helm-controller', {
    version: 'v1.6.0',
    sum: 'h1:jlS5X11SG26gspubB5aLrdVSCm0q0tA4ULsY+vwSkL0=',
    api: {
      sum: 'h1:s0IZ+pA9IyyWc6E6DzOJPvQqunmnqU3W66RimXSYUTY=',
      goModSum: 'h1:oKuRQYGJVS87HLybfpgYbu1X1anigFpRsVLLjPXufTA=',
    },
    instead: {
      'github.com/fluxcd/pkg/chartutil': {
        version: 'v1.27.1',
        sum: 'h1:Px0z/7c8VpOVmVRr76rVpHyXoBwaqj69vGJoAfKvUIM=',
        goModSum: 'h1:Ws7JTAtiWitogxvbwaritE2mh2MxE1eRMSj+ZOP4M6k=',
      },
    },
  }),
  'source-controller-1.7': built('source-controller', {
    version: 'v1.7.3',
    sum: 'h1:gFfeBiNUgF0kFFGap/rrMeJqz+0Tod0ARENJO8w/UA8=',
    api: {
      sum: 'h1:JCDbaJqAbQtjCt3Ijsm/6nZf+SZiby3/R6lVZ1gDllE=',
      goModSum: 'h1:2JtCeUVpl0aqKImS19jUz9EEnMdzgqNWHkllrIhV004=',
    },
  }),
  'kustomize-controller-1.7': built('kustomize-controller', {
    version: 'v1.7.3',
    sum: 'h1:SzNnGn/4ObAPEHHleM5U7y/AKxKXph3Vj6ZhteeXw8M=',
    api: {
      sum: 'h1:g+C9Il+H33DQi/ZiQ8KpTvL9KXebXnS4oM/0uJ/C8Gw=',
      goModSum: 'h1:Yj80JyfQpBUgLhsUZ/c86qcvPGO2+P1VCKsb8fL+L/k=',
    },
  }),
  'helm-controller-1.4': built('helm-controller', {
    version: 'v1.4.0',
    sum: 'h1:rkm8rmB6Na7eNc4pJOnvtXEaJ19iKluRtayHKjBxcUM=',
    api: {
      sum: 'h1:SIU/H+pKdaxF+hT3+0ZreoCw7rfBW5wsS2HCNt0pThw=',
      goModSum: 'h1:qmt+v3nIjxjmToxW3Q7Tye5aCLt3oS1YLqAAMjV2MyY=',
    },
  }),
};
