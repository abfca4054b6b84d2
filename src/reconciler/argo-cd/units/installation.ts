/** The configuration and the controller of an Argo CD -> its version and those settings that change what a sync does. */
import type { KubeObject } from '../../../object/kube-object.ts';
import type { ArgoInstallation } from '../application.ts';
import { defaultInstallation } from '../defaults.ts';
import type { Configured, Data } from './argocd-resource.ts';
import { listAt, textAt, textsAt } from '../../../object/fields.ts';
import { ignoreSettings } from './ignore-settings.ts';
import { parseVersion } from './version.ts';

export interface InstallationSource extends Configured {
  readonly namespace: string;
  /** As the operator names it. */
  readonly version: string | undefined;
  /** The StatefulSet, or the Deployment, of the application controller. */
  readonly controller: KubeObject | undefined;
}

export function installationOf(source: InstallationSource, broken: string[]): ArgoInstallation {
  const { namespace, config, controller } = source;
  const usual = defaultInstallation(namespace);
  const schemes = config['helm.valuesFileSchemes'];
  return {
    ...usual,
    ...ignoreSettings(config, broken),
    version: source.version ?? imageVersion(controller) ?? null,
    trackingMethod: trackingMethod(config['application.resourceTrackingMethod']),
    instanceLabelKey: config['application.instanceLabelKey'] || usual.instanceLabelKey,
    installationId: config['installationID'] || null,
    kustomizeBuildOptions: config['kustomize.buildOptions'] ?? '',
    kustomizeVersions: kustomizeVersions(config),
    enabledTools: usual.enabledTools.filter((tool) => isEnabled(config[`${tool}.enable`])),
    helmValuesSchemes: schemes === undefined ? usual.helmValuesSchemes : listed(schemes),
    serverSideDiff: serverSideDiff(source),
    mostManifestBytes:
      bytesOf(source.parameters['reposerver.max.combined.directory.manifests.size'] ?? '') ??
      usual.mostManifestBytes,
    linksMayLeave: source.parameters['reposerver.allow.oob.symlinks'] === 'true',
    impersonation: config['application.sync.impersonation.enabled'] === 'true',
    impersonationEnforced: config['application.sync.impersonation.enforced'] !== 'false',
    controllerServiceAccount:
      textAt(controller, 'spec', 'template', 'spec', 'serviceAccountName') || usual.controllerServiceAccount,
  };
}

/** As Kubernetes writes amounts: `10M`, `1Gi`. Undefined where it is none. */
function bytesOf(text: string): number | undefined {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)([kMGT]|[KMGT]i)?$/u.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const power = 'kMGT'.indexOf(unit.charAt(0).replace('K', 'k')) + 1;
  return Number(digits) * (unit.endsWith('i') ? 1024 : 1000) ** (unit === '' ? 0 : power);
}

export function listed(text: string): string[] {
  const items = text.split(',').map((item) => item.trim());
  return items.filter((item) => item !== '');
}

function isEnabled(value: string | undefined): boolean {
  return value === undefined || value === '' || value === 'true';
}

function trackingMethod(value: string | undefined): ArgoInstallation['trackingMethod'] {
  return value === 'label' || value === 'annotation+label' ? value : 'annotation';
}

function kustomizeVersions(config: Data): ArgoInstallation['kustomizeVersions'] {
  const entries = Object.entries(config).flatMap(([key, path]) => {
    const version = /^kustomize\.(?:version|path)\.(?<version>.+)$/u.exec(key)?.groups?.['version'];
    if (version === undefined) return [];
    const buildOptions = config[`kustomize.buildOptions.${version}`] ?? '';
    return [[version, { path, buildOptions }] as const];
  });
  return Object.fromEntries(entries);
}

function container(controller: KubeObject | undefined): ReturnType<typeof listAt>[number] | undefined {
  const containers = listAt(controller, 'spec', 'template', 'spec', 'containers');
  return containers.find((each) => textAt(each, 'name').endsWith('application-controller')) ?? containers[0];
}

/** The tag of the upstream image; other builds are tagged by versions of their own. */
function imageVersion(controller: KubeObject | undefined): string | undefined {
  const image = textAt(container(controller), 'image');
  const tag = /\/argocd:(?<tag>v?\d+\.\d+\.\d+[\w.-]*)/u.exec(image.split('@')[0] ?? '')?.groups?.['tag'];
  if (tag === undefined || (parseVersion(tag)?.major ?? 0) < 2) return undefined;
  return tag.startsWith('v') ? tag : `v${tag}`;
}

/** A flag beats a variable, which is filled from the ConfigMap. */
function serverSideDiff({ controller, parameters }: InstallationSource): boolean {
  const main = container(controller);
  const flags = [...textsAt(main, 'command'), ...textsAt(main, 'args')];
  const flag = flags.find((text) => text.startsWith('--server-side-diff-enabled'));
  if (flag !== undefined) return flag !== '--server-side-diff-enabled=false';
  const variable = listAt(main, 'env').find(
    (each) => textAt(each, 'name') === 'ARGOCD_APPLICATION_CONTROLLER_SERVER_SIDE_DIFF',
  );
  const value = textAt(variable, 'value') || parameters['controller.diff.server.side'];
  return value === 'true';
}
