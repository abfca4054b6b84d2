/** The Deployments of a Flux -> the versions of its controllers, and those flags that change what they do. */
import { at } from '../../../object/json.ts';
import { listAt, textAt, textsAt } from '../../../object/fields.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { FluxInstallation } from '../flux-unit.ts';
import { flagsOf } from './flags.ts';
import type { Flags } from './flags.ts';
import type { UnitKind } from './groups.ts';
import { controllersOf, imageVersion, isAtLeast } from './version.ts';
import type { Controller } from './version.ts';

export interface Installed {
  readonly installation: FluxInstallation;
  /** Of helm-controller; that of kustomize-controller is in the installation. */
  readonly helmNoCrossNamespaceRefs: boolean;
  readonly watches: Readonly<Record<UnitKind, Watches>>;
}

export interface Watches {
  /** Of the labels of its objects; empty for all. */
  readonly selector: string;
  /** Whether it looks into other namespaces than its own. */
  readonly everywhere: boolean;
}

export interface InstallationSource {
  readonly namespace: string;
  /** Of Flux, as the operator names it. */
  readonly version: string | undefined;
  readonly deployments: readonly KubeObject[];
}

export function installationOf({ namespace, version, deployments }: InstallationSource): Installed {
  const named = version === undefined ? undefined : controllersOf(version);
  const found = (controller: Controller): Found =>
    controllerIn(deployments, controller, named?.[controller] ?? null);
  const [ofSource, kustomize, helm] = [found('source'), found('kustomize'), found('helm')];
  const installation: FluxInstallation = {
    namespace,
    versions: { source: ofSource.version, kustomize: kustomize.version, helm: helm.version },
    accounts: { kustomize: kustomize.account, helm: helm.account },
    defaultAccounts: { kustomize: defaultAccount(kustomize), helm: defaultAccount(helm) },
    noCrossNamespaceRefs: kustomize.flags.isSet('no-cross-namespace-refs'),
    noRemoteBases: kustomize.flags.isSet('no-remote-bases'),
    strictSubstitution: isStrict(kustomize),
    overrideManagers: [...kustomize.flags.list('override-manager')],
    customStageKinds: [...kustomize.flags.list('custom-apply-stage-kinds')],
    features: { kustomize: kustomize.flags.gates(), helm: helm.flags.gates() },
  };
  return {
    installation,
    helmNoCrossNamespaceRefs: helm.flags.isSet('no-cross-namespace-refs'),
    watches: { Kustomization: watchesOf(kustomize), HelmRelease: watchesOf(helm) },
  };
}

interface Found {
  readonly version: string | null;
  readonly account: string;
  readonly flags: Flags;
}

function defaultAccount({ flags }: Found): string | null {
  return flags.text('default-service-account') || null;
}

function isStrict({ flags, version }: Found): boolean {
  const since = { major: 1, minor: 9 };
  return flags.gates()['StrictPostBuildSubstitutions'] ?? isAtLeast(version, 'kustomize', since);
}

function watchesOf({ flags }: Found): Watches {
  return {
    selector: flags.text('watch-label-selector'),
    everywhere: flags.text('watch-all-namespaces') !== 'false',
  };
}

/** By its name, else by the name of its image: one of several shards is as good as another. */
function controllerIn(
  deployments: readonly KubeObject[],
  controller: Controller,
  named: string | null,
): Found {
  const name = `${controller}-controller`;
  const deployment =
    deployments.find(({ metadata }) => metadata.name === name) ??
    deployments.find((each) => imageOf(each).includes(`/${name}:`));
  const pod = at(deployment, 'spec', 'template', 'spec');
  const [container] = listAt(pod, 'containers');
  return {
    version: imageVersion(imageOf(deployment)) ?? named,
    account: textAt(pod, 'serviceAccountName') || name,
    flags: flagsOf([...textsAt(container, 'command'), ...textsAt(container, 'args')]),
  };
}

function imageOf(deployment: KubeObject | undefined): string {
  return textAt(deployment, 'spec', 'template', 'spec', 'containers', 0, 'image');
}
