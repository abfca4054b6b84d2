/** A source -> whether a Receiver tells its controller of pushes, so that it does not wait for its interval. */
import { flagAt, listAt, textAt } from '../../../object/fields.ts';
import { settled } from './candidate.ts';
import type { Collected } from './collect.ts';
import type { Control } from './control.ts';
import type { Name } from './found.ts';
import { isFluxKind } from './groups.ts';
import { namespaceOf } from '../../../object/kube-object.ts';

export function receives({ declared }: Collected, control: Control, source: Name): boolean {
  const inGit = [...declared.values()].flatMap((each) => {
    const found = each[0]?.object.kind === 'Receiver' ? settled(each)?.candidate : undefined;
    return found?.control === control ? [found.object] : [];
  });
  const live = [...(control.live?.values() ?? [])].filter((object) => isFluxKind(object, 'Receiver'));
  return [...inGit, ...live].some(
    (receiver) =>
      !flagAt(receiver, 'spec', 'suspend') &&
      listAt(receiver, 'spec', 'resources').some(
        (each) =>
          textAt(each, 'kind') === source.kind &&
          ['*', source.name].includes(textAt(each, 'name')) &&
          (textAt(each, 'namespace') || namespaceOf(receiver)) === source.namespace,
      ),
  );
}
