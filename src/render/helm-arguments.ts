/** A Helm plan -> the arguments of `helm template`; nothing that comes from a repository can become a flag. */
import { join } from 'node:path';

import type { Capabilities } from './capabilities.ts';
import type { HelmPlan } from './helm-plan.ts';

export type HelmArguments =
  | { readonly kind: 'arguments'; readonly args: readonly string[] }
  | { readonly kind: 'refused'; readonly message: string };

/** helm.sh/helm/v4/pkg/chart/common/util.ValidateReleaseName: at most 53 characters. */
const releaseName = /^(?=.{1,53}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/u;
const namespaceName = /^(?=.{1,63}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?$/u;
const apiVersion = /^[A-Za-z0-9][\w.-]*(?:\/[\w.-]+){0,2}$/u;

export interface Template {
  readonly plan: HelmPlan;
  readonly capabilities: Capabilities | undefined;
  /** The materialized tree. */
  readonly directory: string;
}

export function templateArguments({ plan, capabilities, directory }: Template): HelmArguments {
  const { release, namespace, valuesFiles, chart } = plan;
  if (!releaseName.test(release))
    return refused(`Helm takes no release of the name ${JSON.stringify(release)}`);
  if (!namespaceName.test(namespace))
    return refused(`there can be no namespace ${JSON.stringify(namespace)}`);
  // Helm reads `--values` as a list of comma-separated values, with quotes.
  const odd = valuesFiles.find((file) => /[,"\n\r]/u.test(file));
  if (odd !== undefined)
    return refused(`Helm cannot be given a values file of the name ${JSON.stringify(odd)}`);
  const args = [
    'template',
    `--namespace=${namespace}`,
    ...(plan.skipCrds === true ? [] : ['--include-crds']),
    ...(plan.skipTests === true ? ['--skip-tests'] : []),
    ...valuesFiles.map((file) => `--values=${join(directory, file)}`),
    ...capabilityArguments(capabilities),
    '--',
    release,
    join(directory, chart),
  ];
  return { kind: 'arguments', args };
}

function capabilityArguments(capabilities: Capabilities | undefined): readonly string[] {
  if (capabilities === undefined) return [];
  const known = capabilities.apiVersions.filter((version) => apiVersion.test(version));
  const version = /^v?\d+\.\d+\.\d+/u.exec(capabilities.kubeVersion)?.[0];
  return [
    ...(version === undefined ? [] : [`--kube-version=${version}`]),
    ...known.map((one) => `--api-versions=${one}`),
  ];
}

function refused(message: string): HelmArguments {
  return { kind: 'refused', message };
}
