/** The spec of an ArgoCD resource (OpenShift GitOps) -> the data of the ConfigMaps that its operator makes of it (facts §7). */
import type { Json } from '../../../object/json.ts';
import { listAt, objectAt, textAt, textMapAt } from '../../../object/fields.ts';

export type Data = Readonly<Record<string, string>>;

export interface Configured {
  /** Of argocd-cm. */
  readonly config: Data;
  /** Of argocd-cmd-params-cm. */
  readonly parameters: Data;
}

export function configuredBy(spec: Json | undefined): Configured {
  const config = Object.fromEntries([
    ...texts(spec),
    ...kustomizeVersions(spec),
    ...ignored(spec),
    // It wins over every other field.
    ...Object.entries(textMapAt(spec, 'extraConfig')),
  ]);
  const namespaces = listAt(spec, 'sourceNamespaces').filter((item) => typeof item === 'string');
  return {
    config,
    parameters: {
      ...(namespaces.length === 0 ? {} : { 'application.namespaces': namespaces.join(',') }),
      ...textMapAt(spec, 'cmdParams'),
    },
  };
}

type Entry = readonly [string, string];

const fields: Readonly<Record<string, string>> = {
  resourceTrackingMethod: 'application.resourceTrackingMethod',
  applicationInstanceLabelKey: 'application.instanceLabelKey',
  installationID: 'installationID',
  kustomizeBuildOptions: 'kustomize.buildOptions',
  resourceExclusions: 'resource.exclusions',
  resourceInclusions: 'resource.inclusions',
};

function texts(spec: Json | undefined): readonly Entry[] {
  return Object.entries(fields).flatMap(([field, key]): readonly Entry[] => {
    const value = textAt(spec, field);
    return value === '' ? [] : [[key, value]];
  });
}

function kustomizeVersions(spec: Json | undefined): readonly Entry[] {
  return listAt(spec, 'kustomizeVersions').map((item) => [
    `kustomize.version.${textAt(item, 'version')}`,
    textAt(item, 'path'),
  ]);
}

function ignored(spec: Json | undefined): readonly Entry[] {
  const prefix = 'resource.customizations.ignoreDifferences';
  const all = objectAt(spec, 'resourceIgnoreDifferences', 'all');
  const identifiers = listAt(spec, 'resourceIgnoreDifferences', 'resourceIdentifiers').map((item): Entry => {
    const group = textAt(item, 'group');
    const kind = textAt(item, 'kind');
    return [`${prefix}.${group === '' ? kind : `${group}_${kind}`}`, textAt(item, 'customization')];
  });
  return Object.keys(all).length === 0
    ? identifiers
    : [[`${prefix}.all`, JSON.stringify(all)], ...identifiers];
}
