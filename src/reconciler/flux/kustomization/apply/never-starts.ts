/** A Kustomization as head declares it -> why its controller would apply nothing of it. */
import { at } from '../../../../object/json.ts';
import { words } from '../../../../object/masked.ts';
import type { Course } from '../../../attempt.ts';
import type { KustomizationUnit } from '../../flux-unit.ts';

export function neverStarts(settings: KustomizationUnit): Course | undefined {
  const { declared, installation } = settings;
  if (declared.spec['suspend'] === true) return { kind: 'skipped', why: suspended };
  const namespace = at(declared.spec, 'sourceRef', 'namespace');
  const isOther = typeof namespace === 'string' && namespace !== '' && namespace !== declared.namespace;
  return isOther && installation.noCrossNamespaceRefs ? { kind: 'refused', why: otherNamespace } : undefined;
}

const suspended = words`the Kustomization is suspended: nothing of it is applied or pruned until it is resumed, and then all of this is`;
const otherNamespace = words`this Flux lets no Kustomization use a source of another namespace (--no-cross-namespace-refs), so it applies nothing of it`;
