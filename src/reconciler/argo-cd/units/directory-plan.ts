/** A source of plain files -> which of them Argo CD reads, and with what it evaluates Jsonnet. */
import type { Json } from '../../../object/json.ts';
import { words } from '../../../object/masked.ts';
import type { JsonnetVariable } from '../../render-plan.ts';
import { expand } from './environment.ts';
import type { Environment } from './environment.ts';
import { flagAt, listAt, textAt, textsAt } from '../../../object/fields.ts';
import type { Planned } from './helm-plan.ts';
import type { SourceRender } from './rendering-of.ts';
import { callPath } from './source-path.ts';
import { recurses } from './sources.ts';

export function planDirectory(render: SourceRender): Planned {
  const { argo, source, directory, environment } = render;
  const include = textAt(source.raw, 'directory', 'include');
  const exclude = textAt(source.raw, 'directory', 'exclude');
  const libs = librariesOf(render);
  if (libs === undefined) {
    return {
      kind: 'unseen',
      why: words`one of its Jsonnet libraries is outside the repository: Argo CD renders nothing`,
    };
  }
  const variables = (field: string): readonly JsonnetVariable[] =>
    listAt(source.raw, 'directory', 'jsonnet', field).map((value) => variable(value, environment));
  const jsonnet = { tlas: variables('tlas'), extVars: variables('extVars'), libs };
  return {
    kind: 'plan',
    plan: {
      kind: 'directory',
      path: directory,
      recurse: recurses(source),
      dialect: 'argo-cd',
      ...(argo.installation.mostManifestBytes === 0
        ? {}
        : { mostBytes: argo.installation.mostManifestBytes }),
      ...(include === '' ? {} : { include }),
      ...(exclude === '' ? {} : { exclude }),
      ...(argo.installation.enabledTools.includes('jsonnet') ? { jsonnet } : {}),
    },
  };
}

/** They start at the repository's root; undefined where one leaves it. */
export function librariesOf({ source, view }: SourceRender): readonly string[] | undefined {
  const called = textsAt(source.raw, 'directory', 'jsonnet', 'libs').map((lib) =>
    callPath({ remote: undefined, directory: '.' }, lib, []),
  );
  const paths = called.flatMap((call) => {
    const found = call.kind === 'path' ? view.find(call.path) : { kind: 'outside' as const };
    return found.kind === 'outside' ? [] : [found.path];
  });
  return paths.length === called.length ? paths : undefined;
}

function variable(value: Json, environment: Environment): JsonnetVariable {
  return {
    name: textAt(value, 'name'),
    value: expand(textAt(value, 'value'), environment),
    code: flagAt(value, 'code'),
  };
}
