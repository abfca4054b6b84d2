/** A unit and one of its sources -> the build environment, and texts with its variables put in. */
import type { ArgoUnit } from '../application.ts';
import { destinationNamespace, instanceName } from './instance-name.ts';
import type { Source } from './sources.ts';

export type Environment = Readonly<Record<string, string>>;

/** Stands for the commit, which nobody knows before the merge. */
const unknownRevision = '0'.repeat(40);

/** Variables whose value is the commit that is rendered. */
export const revisionVariable = /\$\{?ARGOCD_APP_REVISION(?:_SHORT(?:_8)?)?\b/u;

export function environmentOf(
  { application, installation, projectName }: ArgoUnit,
  source: Source,
): Environment {
  return {
    ARGOCD_APP_NAME: instanceName(application, installation.namespace),
    ARGOCD_APP_NAMESPACE: destinationNamespace(application.spec),
    ARGOCD_APP_PROJECT_NAME: projectName,
    ARGOCD_APP_REVISION: unknownRevision,
    ARGOCD_APP_REVISION_SHORT: unknownRevision.slice(0, 7),
    ARGOCD_APP_REVISION_SHORT_8: unknownRevision.slice(0, 8),
    ARGOCD_APP_SOURCE_REPO_URL: source.repoURL,
    ARGOCD_APP_SOURCE_PATH: source.path,
    ARGOCD_APP_SOURCE_TARGET_REVISION: source.targetRevision,
  };
}

/** `$NAME`, `${NAME}` and `$$`, as Go's os.Expand reads them: a variable that is not there is empty. */
export function expand(text: string, environment: Environment): string {
  // Behind the last closing brace each opening one would be looked to the end for.
  const end = text.lastIndexOf('}') + 1;
  return put(text.slice(0, end), closed, environment) + put(text.slice(end), open, environment);
}

const closed = /\$(?:\{(?<braced>[^}]*)\}|(?<special>[*#$@!?\-0-9])|(?<bare>\w+))/gu;
const open = /\$(?:\{|(?<special>[*#$@!?\-0-9])|(?<bare>\w+))/gu;

function put(text: string, variable: RegExp, environment: Environment): string {
  return text.replaceAll(variable, (...found) => {
    const { braced, special, bare } = groupsOf(found.at(-1));
    const name = braced ?? special ?? bare;
    if (name === '$') return '$';
    return name !== undefined && Object.hasOwn(environment, name) ? (environment[name] ?? '') : '';
  });
}

interface Groups {
  readonly braced?: string | undefined;
  readonly special?: string | undefined;
  readonly bare?: string | undefined;
}

function groupsOf(value: unknown): Groups {
  return typeof value === 'object' && value !== null ? value : {};
}
