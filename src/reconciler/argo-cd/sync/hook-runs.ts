/** A hook -> what tells whether running it once more does harm. */
import { identityOf, type Identity } from '../../../object/identity.ts';
import { at, isJsonArray, isJsonObject, type Json } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { deletePoliciesOf, phasesOf, type DeletePolicy, type Phase } from './hook.ts';

/** Every full sync runs every hook, whatever changed. Texts are the object's own, unmasked. */
export interface HookRun {
  readonly object: Identity;
  readonly phases: readonly Phase[];
  readonly deletePolicies: readonly DeletePolicy[];
  /** A fixed name lets no two runs go on at once; a generated one does. */
  readonly isNamedAnew: boolean;
  /** Seconds after which it is stopped; undefined for never. */
  readonly deadline: number | undefined;
  /** How often it is tried again after a failure, by default 6; undefined for what is no Job. */
  readonly retries: number | undefined;
  /** Pods that run at once, by default 1; undefined for what is no Job. */
  readonly parallelism: number | undefined;
  /** `Never` or `OnFailure`; undefined where the object has no Pods. */
  readonly restartPolicy: string | undefined;
  /** Of environment variables by whose name a second run could be told from the first. */
  readonly keys: readonly string[];
}

export function hookRunOf(object: KubeObject): HookRun {
  const isJob = object.kind === 'Job';
  const pod = object.kind === 'Pod' ? at(object, 'spec') : at(object, 'spec', 'template', 'spec');
  const policy = at(pod, 'restartPolicy');
  return {
    object: identityOf(object),
    phases: phasesOf(object),
    deletePolicies: deletePoliciesOf(object),
    isNamedAnew: object.metadata.name === '',
    deadline: numberAt(object, 'activeDeadlineSeconds'),
    retries: isJob ? (numberAt(object, 'backoffLimit') ?? 6) : undefined,
    parallelism: isJob ? (numberAt(object, 'parallelism') ?? 1) : undefined,
    restartPolicy: typeof policy === 'string' ? policy : undefined,
    keys: keysIn(pod),
  };
}

function numberAt(object: KubeObject, field: string): number | undefined {
  const value = at(object, 'spec', field);
  return typeof value === 'number' ? value : undefined;
}

const tellsRunsApart = /idempoten|dedup|run_?id|request_?id|lock/i;

function keysIn(pod: Json | undefined): readonly string[] {
  const containers = at(pod, 'containers');
  if (!isJsonArray(containers)) return [];
  return containers.flatMap((container) => {
    const env = at(container, 'env');
    const variables = isJsonArray(env) ? env.filter(isJsonObject) : [];
    return variables.flatMap(({ name }) =>
      typeof name === 'string' && tellsRunsApart.test(name) ? [name] : [],
    );
  });
}
