/** A unit's plan, closure and tree -> its Render: the story of one render. */
import { digestOf } from '../object/canonical.ts';
import type { Gap } from '../object/gap.ts';
import { identityOf } from '../object/identity.ts';
import { learnSecrets } from '../object/learn-secrets.ts';
import { words, type Mask, type Masked } from '../object/masked.ts';
import type { RenderPlan } from '../reconciler/contract.ts';
import { refuseRemotes } from '../source/remote.ts';
import type { RenderCache } from './cache.ts';
import { ownPath, placedPlan, type HelmPlan } from './helm-plan.ts';
import type { Run } from './program.ts';
import { recordOf } from './record.ts';
import type { Render, RenderRecord } from './render.ts';
import { renderParts, type Attempted } from './render-parts.ts';
import type { RenderRequest } from './request.ts';
import { keyOf } from './render-key.ts';
import { unseen, type Rendered, type Unseen } from './rendering.ts';
import { limits } from './sandbox.ts';
import { singlePlans } from './single-plan.ts';
import { isSopsEncrypted } from './sops.ts';
import { onceEach } from './twice.ts';
import type { ManifestReader } from './manifest-reader.ts';
import { learnFromChart, learnFromSources } from './unit-secrets.ts';

export interface Renderers {
  readonly run: Run;
  readonly cache: RenderCache;
  readonly mask: Mask;
  readonly read: ManifestReader;
  /** Proofline's own version: the version of the renderer `directory`. */
  readonly version: string;
}

/** Throws SourceError when the tree cannot be read; all that a pull request can cause is in the answer. */
export async function renderUnit(request: RenderRequest, renderers: Renderers): Promise<Render> {
  const { mask, cache } = renderers;
  const remotes = await remoteGaps(request, mask);
  if (remotes.length > 0) return { kind: 'gap', gaps: remotes };
  const record = await recordOf({ ...request, ...renderers });
  const { run, version: proofline } = renderers;
  const key = await keyOf(request, record, { proofline, confinement: run.confinement });
  for (const plan of chartsIn(request.plan)) await learnFromChart(mask, plan, request.tree);
  const known = await cache.get(key);
  if (known !== undefined) {
    learnSecrets(
      mask,
      known.declared.map(({ object }) => object),
    );
    return known;
  }
  const { rendering, gaps } = await renderParts(request, renderers);
  const render = await judged(request, mask, { rendering, gaps, record });
  if (render.kind === 'rendered') await cache.put(key, render, mask);
  return render;
}

function chartsIn(plan: RenderPlan): readonly HelmPlan[] {
  return singlePlans(plan)
    .map((part) => (part.kind === 'helm' ? placedPlan(part, ownPath) : undefined))
    .filter((part) => part !== undefined);
}

async function remoteGaps({ unit, closure }: RenderRequest, mask: Mask): Promise<readonly Gap[]> {
  const fetchRemote = refuseRemotes(mask);
  const fetched = await Promise.all(closure.remotes.map((remote) => fetchRemote(remote, unit)));
  return fetched.flatMap((remote) => (remote.kind === 'gap' ? [remote.gap] : []));
}

interface Judged extends Attempted {
  readonly record: RenderRecord;
}

async function judged(
  request: RenderRequest,
  mask: Mask,
  { rendering, gaps, record }: Judged,
): Promise<Render> {
  if (rendering.kind === 'gap') return gapRender(request, mask, rendering.unseen);
  if (rendering.kind === 'rendered') {
    return success(request, mask, { rendering, gaps, record });
  }
  await learnFromSources(mask, request.tree, request.closure);
  const message = shortened(mask, rendering.message);
  const [lacking, ...others] = gaps;
  if (lacking === undefined) return { kind: 'failed', record, message, place: rendering.place };
  // With parts of the source missing here, the failure may be this machine's alone.
  return {
    kind: 'gap',
    gaps: [{ ...lacking, why: words`${lacking.why} Without it the render failed: ${message}` }, ...others],
  };
}

/** Masked before it is cut, because half a secret would not be known, and after, because that makes it masked text. */
function shortened(mask: Mask, message: string): Masked {
  const masked = mask.text(message);
  const rest = masked.length - limits.message;
  return rest > 0 ? words`${mask.text(masked.slice(0, limits.message))} … (${rest} characters more)` : masked;
}

interface Succeeded {
  readonly rendering: Rendered;
  readonly gaps: readonly Gap[];
  readonly record: RenderRecord;
}

function success(request: RenderRequest, mask: Mask, { rendering, gaps, record }: Succeeded): Render {
  const { declared, unseen: twice } = onceEach(rendering.declared);
  const objects = declared.map(({ object }) => object);
  learnSecrets(mask, objects);
  const encrypted = objects
    .filter(isSopsEncrypted)
    .map((object) => unseen('sops', 'its values are encrypted by SOPS', identityOf(object)));
  return {
    kind: 'rendered',
    record: { ...record, parameters: { ...record.parameters, ...rendering.parameters } },
    declared,
    digest: digestOf(objects),
    gaps: [
      ...gaps,
      ...[...rendering.unseen, ...twice, ...encrypted].map((one) => gapOf(request.unit, mask, one)),
    ],
  };
}

function gapRender(request: RenderRequest, mask: Mask, notSeen: Unseen): Render {
  return { kind: 'gap', gaps: [gapOf(request.unit, mask, notSeen)] };
}

function gapOf(unit: string, mask: Mask, { kind, object, why }: Unseen): Gap {
  return { kind, unit, object, why: mask.text(why) };
}
