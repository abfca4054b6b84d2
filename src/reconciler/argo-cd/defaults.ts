/** An Argo CD as it is installed without any settings of its own, by version. */
import { words } from '../../object/masked.ts';
import type { ArgoInstallation } from './application.ts';

/** Of the versions that the judge ran (docs/fidelity.md). */
export const newestJudged = 'v3.5.7';

/** For an Application whose Argo CD nobody named. */
export const noInstallation = words`no installation of Argo CD is named, so one of the newest judged version with its usual settings is assumed`;

/** Minor versions of which one was judged. */
export const judgedLines: readonly string[] = ['v3.5', 'v3.2'];

/** Counts as long as nothing is said of Rollouts. */
export const rolloutPods = {
  group: 'argoproj.io',
  kind: 'Rollout',
  field: 'spec.template.spec',
  type: 'core/v1/PodSpec',
};

export function defaultInstallation(namespace: string): ArgoInstallation {
  return {
    namespace,
    version: null,
    trackingMethod: 'annotation',
    instanceLabelKey: 'app.kubernetes.io/instance',
    installationId: null,
    ignoreDifferences: [],
    ignoreResourceStatusField: 'all',
    ignoreAggregatedRoles: false,
    knownTypeFields: [rolloutPods],
    exclusions: [],
    inclusions: [],
    kustomizeBuildOptions: '',
    kustomizeVersions: {},
    enabledTools: ['helm', 'kustomize', 'jsonnet'],
    helmValuesSchemes: ['https', 'http'],
    serverSideDiff: false,
    mostManifestBytes: 10_000_000,
    linksMayLeave: false,
    impersonation: false,
    impersonationEnforced: true,
    controllerServiceAccount: 'argocd-application-controller',
  };
}
