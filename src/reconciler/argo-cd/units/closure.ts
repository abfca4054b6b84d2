/** A unit on one side -> all that its render can depend on: files, directories, and what has to be fetched. */
import { posix } from 'node:path';
import { words } from '../../../object/masked.ts';
import { chartClosure } from '../../chart-closure.ts';
import { closed, closing, pathFrom, take, takeAll } from '../../closing.ts';
import type { Closing } from '../../closing.ts';
import type { Closure, Unit } from '../../unit.ts';
import { kustomizeClosure } from '../../kustomize-closure.ts';
import { jsonnetImports } from '../../jsonnet-imports.ts';
import { isRemote } from '../../kustomize-remote.ts';
import { viewOf } from '../../view.ts';
import type { Tree } from '../../../source/tree.ts';
import { remoteKey } from '../../../source/remote.ts';
import type { RemoteReference } from '../../../source/remote.ts';
import { librariesOf } from './directory-plan.ts';
import { listAt, textAt, textsAt } from '../../../object/fields.ts';
import { sourceRenders } from './rendering-of.ts';
import type { SourceRender } from './rendering-of.ts';
import { recurses } from './sources.ts';
import { callFile, valuesFilesOf } from './values-files.ts';

export async function closure(unit: Unit, tree: Tree): Promise<Closure> {
  const target = closing(await viewOf(tree));
  for (const render of await sourceRenders(unit, tree)) {
    if (render.where === 'own') await addOwn(target, render);
    if (render.picked.kind !== 'tool' || render.picked.tool !== 'helm') continue;
    addRemote(target, render.remote, unit);
    addHelmFiles(target, render, unit);
  }
  return closed(target);
}

async function addOwn(target: Closing, render: SourceRender): Promise<void> {
  const { found, directory, overrides, forbiddenLinks } = render;
  for (const link of forbiddenLinks) target.paths.add(link);
  for (const link of found === undefined || found.kind === 'outside' ? [] : found.links) {
    target.paths.add(link);
  }
  for (const file of overrides) take(target, file);
  // Also where it does not exist: a later commit may bring it.
  if (found?.kind === 'directory') await addBelow(target, render);
  else target.paths.add(`${directory}/`);
}

async function addBelow(target: Closing, render: SourceRender): Promise<void> {
  const { directory, picked } = render;
  const tool = picked.kind === 'tool' ? picked.tool : 'plugin';
  switch (tool) {
    case 'helm':
      return addClosure(target, chartClosure(target.view, directory, []));
    case 'kustomize':
      addClosure(target, await kustomizeClosure(target.view, directory));
      return addComponents(target, render);
    case 'directory':
      return addDirectory(target, render);
    case 'plugin':
      takeAll(target, directory);
      target.unknown.push(words`what a plugin reads`);
  }
}

function addClosure(target: Closing, { paths, remotes, unknown }: Closure): void {
  for (const path of paths) target.paths.add(path);
  target.remotes.push(...remotes);
  target.unknown.push(...unknown);
}

async function addComponents(target: Closing, { directory, source }: SourceRender): Promise<void> {
  for (const component of textsAt(source.raw, 'kustomize', 'components')) {
    const found = isRemote(component) ? undefined : take(target, pathFrom(directory, component));
    if (found?.kind === 'directory') addClosure(target, await kustomizeClosure(target.view, found.path));
    else if (found === undefined) target.unknown.push(words`a component from outside the repository`);
  }
  for (const patch of listAt(source.raw, 'kustomize', 'patches')) {
    const file = textAt(patch, 'path');
    if (file !== '') take(target, pathFrom(directory, file));
  }
}

const manifestName = /\.(?:yaml|yml|json|jsonnet)$/u;

async function addDirectory(target: Closing, render: SourceRender): Promise<void> {
  const { directory, source, view } = render;
  if (recurses(source)) takeAll(target, directory);
  else {
    for (const name of view.directories.get(directory) ?? []) {
      if (manifestName.test(name)) take(target, posix.join(directory, name));
    }
  }
  const libraries = librariesOf(render) ?? [];
  for (const library of libraries) takeAll(target, library);
  // Where an import finds another file in head than in base, one of both trees has it changed.
  const imported = await jsonnetImports(view.tree, jsonnetFiles(render), [directory, ...libraries]);
  for (const path of imported.paths) target.paths.add(path);
  if (imported.outside.length > 0) target.unknown.push(words`a Jsonnet import from outside the repository`);
}

function jsonnetFiles({ directory, source, view }: SourceRender): readonly string[] {
  if (recurses(source)) {
    const below = directory === '.' ? '' : `${directory}/`;
    return [...view.tree.entries.keys()].filter(
      (path) => path.startsWith(below) && path.endsWith('.jsonnet'),
    );
  }
  const names = (view.directories.get(directory) ?? []).filter((name) => name.endsWith('.jsonnet'));
  return names.flatMap((name) => {
    const found = view.find(posix.join(directory, name));
    return found.kind === 'file' ? [found.path] : [];
  });
}

/** Of a source that only gives its files nothing counts but the files. */
function addHelmFiles(target: Closing, render: SourceRender, unit: Unit): void {
  const { paths, remotes } = valuesFilesOf(render);
  for (const path of paths) {
    if (path.endsWith('/')) target.paths.add(path);
    else take(target, path);
  }
  for (const remote of remotes) addRemote(target, remote, unit);
  for (const parameter of listAt(render.source.raw, 'helm', 'fileParameters')) {
    const called = callFile(render, textAt(parameter, 'path'));
    if (called.kind === 'path' && called.root.remote === undefined) take(target, called.path);
  }
}

function addRemote(target: Closing, remote: RemoteReference | undefined, { declaration }: Unit): void {
  if (remote === undefined || target.remotes.some((known) => remoteKey(known) === remoteKey(remote))) return;
  target.remotes.push({ ...remote, place: declaration.place, use: { kind: 'root' } });
}
