/** Programs of Kubernetes that were found in different ways -> certainty that all are of one minor, or the one that is not. */
import { BedError } from './bed-error.ts';
import { run } from './run.ts';
import type { Minor, ProgramName } from './versions.ts';

export interface Resolved {
  readonly name: ProgramName;
  readonly file: string;
}

const ofKubernetes: ReadonlySet<ProgramName> = new Set([
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
]);

/** Asks each itself, because `KUBEBUILDER_ASSETS` may hold anything. Throws BedError with one sentence. */
export async function demandOneMinor(minor: Minor, programs: readonly Resolved[]): Promise<void> {
  const asked = programs.filter(({ name }) => ofKubernetes.has(name));
  const versions = await Promise.all(asked.map(async (program) => ({ ...program, ...(await ask(program)) })));
  for (const { name, file, version } of versions) {
    if (version.startsWith(`v${minor}.`)) continue;
    throw new BedError(
      `${name} at ${file} is ${version}, and all parts of this control plane must be of Kubernetes ${minor}: ` +
        `unset KUBEBUILDER_ASSETS, or set it to a folder with programs of ${minor}.`,
    );
  }
}

async function ask({ file }: Resolved): Promise<{ readonly version: string }> {
  const outcome = await run({ file, args: ['--version'], cwd: '/', env: {} });
  const said = outcome.kind === 'done' ? /^Kubernetes (?<version>v\S+)/u.exec(outcome.stdout) : undefined;
  return { version: said?.groups?.['version'] ?? 'of no version that it tells' };
}
