/** `npm run bench`: how fast and how thorough a review is, as ratios of what was measured in the same run. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { againstKubectl } from './against-kubectl.ts';
import { argoApplications } from './argo-applications.ts';
import { fluxReleases } from './flux-releases.ts';
import { manyUnits } from './many-units.ts';
import { tracedFindings } from './traced-findings.ts';

const sections = new Map([
  ['kubectl', againstKubectl],
  ['units', manyUnits],
  ['applications', argoApplications],
  ['flux', fluxReleases],
  ['findings', tracedFindings],
]);
const wanted = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'proofline-bench-'));
try {
  for (const [name, section] of sections) {
    if (wanted.length === 0 || wanted.includes(name)) process.stdout.write(await section(folder));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
