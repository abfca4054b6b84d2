/** Main packages of a Go module -> their executables in a folder, built by the machine's own Go with its own settings. */
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { z } from 'zod';

import { BedError } from './bed-error.ts';
import { executableName, goModText, goModule, linkerFlags, publishedSums } from './go-module.ts';
import { withProgress } from './progress.ts';
import type { Delivered, Delivery } from './delivery.ts';
import { run } from './run.ts';
import type { GoSource } from './program.ts';

const download = z.object({ Sum: z.string(), GoModSum: z.string(), GoMod: z.string(), Dir: z.string() });

/** By module: programs of one module are built one after the other, since the second finds the first's packages compiled. */
const building = new Map<string, Promise<unknown>>();

export async function buildWithGo(source: GoSource, delivery: Delivery): Promise<Delivered> {
  const before = building.get(source.module) ?? Promise.resolve();
  const built = before.catch(() => undefined).then(async () => buildAlone(source, delivery));
  building.set(source.module, built);
  return built;
}

async function buildAlone(source: GoSource, delivery: Delivery): Promise<Delivered> {
  const work = await mkdtemp(join(tmpdir(), 'proofline-build-'));
  try {
    if (!(await hasGo(work, delivery))) return { no: 'there is no Go on the PATH to build it' };
    await build(source, delivery, work);
    return 'delivered';
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function hasGo(work: string, delivery: Delivery): Promise<boolean> {
  const outcome = await run({ file: 'go', args: ['version'], cwd: work, env: delivery.env });
  return outcome.kind !== 'missing';
}

async function build(source: GoSource, delivery: Delivery, work: string): Promise<void> {
  // A compiler that hardly collects its garbage takes a tenth less time; a limit keeps the few large ones small.
  const env = { GOGC: '1600', GOMEMLIMIT: '2GiB', ...delivery.env, CGO_ENABLED: '0', GOWORK: 'off' };
  const go = async (args: readonly string[], onLine?: (line: string) => void): Promise<string> => {
    const outcome = await run({
      file: 'go',
      args,
      cwd: work,
      env,
      ...(onLine === undefined ? {} : { onLine }),
    });
    if (outcome.kind === 'done') return outcome.stdout;
    const detail =
      outcome.kind === 'failed' ? outcome.stderr.trim().split('\n').slice(-8).join('\n') : 'go is gone';
    throw new BedError(
      `${source.name} ${source.version} could not be built: go ${args[0] ?? ''} said:\n${detail}`,
    );
  };
  const title = `${source.name} ${source.version}`;
  const module = await withProgress(delivery.say, `downloading the source of ${title}`, async () =>
    download.parse(JSON.parse(await go(['mod', 'download', '-json', `${source.module}@${source.version}`]))),
  );
  if (module.Sum !== source.sum) {
    throw new BedError(
      `${source.module}@${source.version} has the hash ${module.Sum} and not the pinned one`,
    );
  }
  await writeModule(source, work, { ...module, json: await go(['mod', 'edit', '-json', module.GoMod]) });

  // The linker drops the debugging information anyway: not making it saves a sixth of the compiler's time.
  // One thread a compiler saves a twelfth, since as many compilers as cores run at once.
  const compiler = '-gcflags=all=-dwarf=false -c=1';
  const flags = ['-mod=mod', '-trimpath', '-v', compiler, '-ldflags', linkerFlags(source)];
  let packages = 0;
  await withProgress(delivery.say, `building ${title}`, async (note) => {
    await go(['build', ...flags, '-o', `${delivery.into}/`, ...Object.values(source.packages)], (line) => {
      if (line.startsWith('go: ')) return;
      packages += 1;
      note(`${String(packages)} packages compiled`);
    });
  });
  for (const [file, path] of Object.entries(source.packages)) {
    await rename(join(delivery.into, executableName(path)), join(delivery.into, file));
  }
  await keepDocuments(source, delivery, module.Dir);
  for (const folder of source.folders ?? []) await keepFolder(join(module.Dir, folder), delivery.into);
}

interface Downloaded extends z.infer<typeof download> {
  readonly json: string;
}

/** The module's own go.sum comes along: its dependencies are then pinned even where the checksum database is off. */
async function writeModule(source: GoSource, work: string, module: Downloaded): Promise<void> {
  await writeFile(join(work, 'go.mod'), goModText(source, goModule.parse(JSON.parse(module.json))));
  const sums = await readFile(join(module.Dir, 'go.sum'), 'utf8');
  const own = `${source.module} ${source.version}`;
  const pinned = `${own} ${module.Sum}\n${own}/go.mod ${module.GoModSum}\n${publishedSums(source)}`;
  await writeFile(join(work, 'go.sum'), `${sums}${pinned}`);
}

async function keepDocuments(source: GoSource, delivery: Delivery, moduleFolder: string): Promise<void> {
  if (source.documents === undefined) return;
  const texts = await Promise.all(
    source.documents.from.map(async (path) => readFile(join(moduleFolder, path), 'utf8')),
  );
  await writeFile(join(delivery.into, source.documents.file), texts.join('\n---\n'));
}

/** File by file: the folders of Go's module cache cannot be written to, and a copy of one could not be removed. */
async function keepFolder(from: string, into: string): Promise<void> {
  const kept = join(into, basename(from));
  await mkdir(kept);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const path = join(from, entry.name);
    if (entry.isDirectory()) await keepFolder(path, kept);
    if (entry.isFile()) await writeFile(join(kept, entry.name), await readFile(path));
  }
}
