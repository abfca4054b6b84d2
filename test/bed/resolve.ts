/** The name of a program -> the path of its executable: from KUBEBUILDER_ASSETS, the cache, an archive, or a build. */
import { access, constants } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

import { fromArchive } from './archive.ts';
import { BedError } from './bed-error.ts';
import { fillCache } from './cache.ts';
import type { Delivered, Delivery } from './delivery.ts';
import { buildWithGo } from './go-build.ts';
import { fromDebian } from './debian.ts';
import { buildFolder } from './folder-build.ts';
import { judges, type JudgeName } from './judges.ts';
import { fromPackage } from './npm-package.ts';
import { cacheFolder, thisPlatform } from './platform.ts';
import { sayOnStderr, type Say } from './progress.ts';
import { defaultMinor, programs, type Minor, type ProgramName } from './versions.ts';
import type { Program, Source } from './program.ts';

export interface ResolveOptions {
  readonly minor?: Minor;
  readonly env?: NodeJS.ProcessEnv;
  readonly say?: Say;
}

/** Throws BedError with one sentence that says what to install or set. */
export async function resolve(name: ProgramName | JudgeName, options: ResolveOptions = {}): Promise<string> {
  const { minor = defaultMinor, env = process.env, say = sayOnStderr } = options;
  const program = { ...programs(minor), ...judges }[name];
  const found =
    (await fromAssets(name, env)) ?? (await fromPath(program, env)) ?? (await fromCache(program, env));
  if (found !== undefined) return found;

  const reasons: string[] = [];
  for (const source of program.sources) {
    const folder = entryFolder(source, env);
    const reason = await fillCache(folder, say, async (into) =>
      deliver(source, { into, file: program.file, env, say }),
    );
    if (reason === 'delivered') return join(folder, program.file);
    reasons.push(reason.no);
  }
  throw new BedError(whatToDo(name, program, reasons));
}

function whatToDo(name: ProgramName | JudgeName, program: Program, reasons: readonly string[]): string {
  const version = program.sources.at(-1)?.version ?? '';
  const missing = `${name} ${version} is not on this machine and could not be made (${reasons.join('; ')}): `;
  if (program.anyVersion === true) return `${missing}install it, in any version, so that it is on the PATH.`;
  return (
    missing +
    'install Go 1.26 or newer from https://go.dev/dl so that it can be built once, ' +
    `or set KUBEBUILDER_ASSETS to a folder that has ${name}.`
  );
}

async function deliver(source: Source, delivery: Delivery): Promise<Delivered> {
  if (source.kind === 'archive') return fromArchive(source, delivery);
  if (source.kind === 'package') return fromPackage(source, delivery);
  if (source.kind === 'debian') return fromDebian(source, delivery);
  if (source.kind === 'folder') return buildFolder(source, delivery);
  return buildWithGo(source, delivery);
}

async function fromAssets(
  name: ProgramName | JudgeName,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const assets = env['KUBEBUILDER_ASSETS'];
  if (assets === undefined || assets === '') return undefined;
  return executable(join(assets, name));
}

async function fromPath(program: Program, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (program.anyVersion !== true) return undefined;
  for (const folder of (env['PATH'] ?? '').split(delimiter).filter(isAbsolute)) {
    const found = await executable(join(folder, program.file));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The last source first: what was built here is of the newest patch. */
async function fromCache(program: Program, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  for (const source of program.sources.toReversed()) {
    const found = await executable(join(entryFolder(source, env), program.file));
    if (found !== undefined) return found;
  }
  return undefined;
}

function entryFolder(source: Source, env: NodeJS.ProcessEnv): string {
  return join(cacheFolder(env), `${source.name}-${source.version}-${thisPlatform()}`);
}

async function executable(path: string): Promise<string | undefined> {
  try {
    await access(path, constants.X_OK);
    return path;
  } catch {
    return undefined;
  }
}
