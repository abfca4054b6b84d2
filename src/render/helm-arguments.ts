/** A Helm plan -> the arguments of `helm template`; nothing that comes from a repository can become a flag. */
import { join } from 'node:path';

import type { Capabilities } from './capabilities.ts';
import { parameterArguments } from './helm-parameters.ts';
import type { HelmPlan } from './placed-plan.ts';

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
  /** The plan's own values, as a file. */
  readonly values: string | undefined;
}

/** The flags are those of Argo CD 3.2 (Helm 3) and 3.5 (Helm 4), util/helm/cmd.go. */
export function templateArguments({ plan, capabilities, directory, values }: Template): HelmArguments {
  const { release, namespace, valuesFiles, chart, parameters = [] } = plan;
  const wrong = wrongIn(plan);
  if (wrong !== undefined) return { kind: 'refused', message: wrong };
  const args = [
    'template',
    ...(namespace === '' ? [] : [`--namespace=${namespace}`]),
    ...parameterArguments(parameters, directory),
    ...valuesFiles.map((file) => `--values=${join(directory, file)}`),
    ...(values === undefined ? [] : [`--values=${values}`]),
    ...capabilityArguments(plan, capabilities),
    ...switches(plan),
    '--',
    release,
    join(directory, chart),
  ];
  return { kind: 'arguments', args };
}

/** What could end the path behind it, or begin another: Helm reads any file of the machine, or URL, that stands there. */
const fileParameterName = /^(?:[^\\,={}\s]|\\\.)+$/u;

function wrongIn({ release, namespace, valuesFiles, parameters = [] }: HelmPlan): string | undefined {
  if (!releaseName.test(release)) return `Helm takes no release of the name ${JSON.stringify(release)}`;
  if (namespace !== '' && !namespaceName.test(namespace)) {
    return `there can be no namespace ${JSON.stringify(namespace)}`;
  }
  const wrong = parameters.find(
    ({ as, name, value }) => as === 'file' && (!fileParameterName.test(name) || value.includes('\\')),
  );
  if (wrong !== undefined) {
    return `Helm cannot be given a file parameter ${JSON.stringify(wrong.name)} from ${JSON.stringify(wrong.value)}`;
  }
  // Helm reads `--values` as a list of comma-separated values, with quotes.
  const odd = valuesFiles.find((file) => /[,"\n\r]/u.test(file));
  return odd === undefined
    ? undefined
    : `Helm cannot be given a values file of the name ${JSON.stringify(odd)}`;
}

function switches({ skipCrds, skipTests, skipSchemaValidation, isUpgrade }: HelmPlan): readonly string[] {
  return [
    ...(isUpgrade === true ? ['--is-upgrade'] : []),
    ...(skipCrds === true ? [] : ['--include-crds']),
    ...(skipSchemaValidation === true ? ['--skip-schema-validation'] : []),
    ...(skipTests === true ? ['--skip-tests'] : []),
  ];
}

/** What the plan says counts instead of the cluster's. */
export function capabilityArguments(
  plan: Pick<HelmPlan, 'kubeVersion' | 'apiVersions'>,
  capabilities: Capabilities | undefined,
): readonly string[] {
  const kubeVersion = plan.kubeVersion ?? capabilities?.kubeVersion ?? '';
  const apiVersions = plan.apiVersions ?? capabilities?.apiVersions ?? [];
  const version = /^v?\d+\.\d+(?:\.\d+)?/u.exec(kubeVersion)?.[0];
  return [
    ...(version === undefined ? [] : [`--kube-version=${version}`]),
    ...apiVersions.filter((one) => apiVersion.test(one)).map((one) => `--api-versions=${one}`),
  ];
}
