/** The reconcilers that judge predictions, with their pinned versions: they take minutes to build, and only the judge needs them. */
import { fleetPrograms, fleetSource } from './fleet/sources.ts';
import { fluxPrograms, fluxSources, type FluxProgram } from './flux/sources.ts';
import type { GoSource, Program } from './program.ts';

export const judgeNames = [
  'argo-cd-3.5',
  'argo-cd-3.2',
  'redis-server',
  'docker-registry',
  ...fluxPrograms,
  ...fleetPrograms,
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

function flux(name: FluxProgram): Program {
  const source = fluxSources[name];
  return { file: source.name, sources: [source] };
}

export const judges: Readonly<Record<JudgeName, Program>> = {
  'argo-cd-3.5': { file: 'argocd', sources: [newest] },
  'argo-cd-3.2': { file: 'argocd', sources: [older] },
  'source-controller-1.9': flux('source-controller-1.9'),
  'kustomize-controller-1.9': flux('kustomize-controller-1.9'),
  'helm-controller-1.6': flux('helm-controller-1.6'),
  'source-controller-1.7': flux('source-controller-1.7'),
  'kustomize-controller-1.7': flux('kustomize-controller-1.7'),
  'helm-controller-1.4': flux('helm-controller-1.4'),
  'fleetcontroller-0.15': { file: 'fleetcontroller', sources: [fleetSource] },
  'fleetagent-0.15': { file: 'fleetagent', sources: [fleetSource] },
  'fleetcli-0.15': { file: 'fleetcli', sources: [fleetSource] },
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
