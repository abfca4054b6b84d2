/** A unit's plan, closure and tree -> its Render: the story of one render. */
import { digestOf } from '../object/canonical.ts';
import type { Gap } from '../object/gap.ts';
import { identityOf } from '../object/identity.ts';
import { learnSecrets } from '../object/learn-secrets.ts';
import { words, type Mask, type Masked } from '../object/masked.ts';
import { refuseRemotes, remoteKey } from '../source/remote.ts';
import { isUnseen } from '../object/unseen-value.ts';
import type { RenderPlan } from '../reconciler/render-plan.ts';
import type { RenderCache } from './cache.ts';
import { groundOf, type Ground } from './ground.ts';
import { placedPlans } from './placed-plan.ts';
import { onceAtATime } from './in-flight.ts';
import type { Run } from './program.ts';
import { recordOf } from './record.ts';
import type { Render, RenderRecord } from './render.ts';
import { renderParts, type Attempted } from './render-parts.ts';
import type { RenderRequest } from './request.ts';
import { keyOf } from './render-key.ts';
import { unseen, type Rendered, type Unseen } from './rendering.ts';
import { stepsOf } from './single-plan.ts';
import { unseenFields } from './unseen-fields.ts';
import { limits } from './sandbox.ts';
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
  const { mask, cache, run, version: proofline } = renderers;
  const { unit, plan, capabilities } = request;
  if (plan.kind === 'stopped') {
    const { message, place } = plan;
    const record = { renderer: 'sources', version: proofline, parameters: {} } as const;
    return { kind: 'failed', record, message: shortened(mask, message), place };
  }
  const remotes = await remoteGaps(request, mask);
  if (remotes.length > 0) return { kind: 'gap', gaps: remotes };
  const ground = await groundOf(request);
  const plans = placedPlans(plan, ground.pathOf);
  if (plans === undefined) return { kind: 'gap', gaps: [gapOf(unit, mask, nowhere)] };
  const record = await recordOf({ plans, ground, capabilities, run, version: proofline });
  const key = await keyOf({ request, ground, record, proofline, confinement: run.confinement });
  for (const chart of plans.filter((one) => one.kind === 'helm'))
    await learnFromChart(mask, chart, ground.tree);
  return onceAtATime(mask, key, async () => {
    const known = await cache.get(key);
    if (known !== undefined) {
      learnSecrets(
        mask,
        known.declared.map(({ object }) => object),
      );
      return known;
    }
    const { rendering, gaps: lacking } = await renderParts(
      { unit, plans, steps: stepsOf(plan), ground, capabilities },
      renderers,
    );
    const gaps = [
      ...lacking,
      ...doubtsOf(plan).map((why) => gapOf(unit, mask, unseen('live-value-needed', why))),
    ];
    const render = await judged({ unit, ground, plan }, mask, { rendering, gaps, record });
    if (render.kind === 'rendered') await cache.put(key, render, mask);
    return render;
  });
}

const standIn = unseen('live-value-needed', 'Values that are not known here were given as a placeholder.');
const nowhere = unseen('source-unreadable', 'a path of its source leads out of what it is in, or to nothing');

/** Of what was not fetched. */
async function remoteGaps({ unit, closure, remotes }: RenderRequest, mask: Mask): Promise<readonly Gap[]> {
  const fetchRemote = refuseRemotes(mask);
  const missing = closure.remotes.filter((remote) => !remotes.has(remoteKey(remote)));
  const fetched = await Promise.all(missing.map((remote) => fetchRemote(remote, unit)));
  return fetched.flatMap((remote) => (remote.kind === 'gap' ? [remote.gap] : []));
}

function doubtsOf(plan: RenderPlan): readonly string[] {
  return plan.kind === 'processed' ? (plan.doubts ?? []) : [];
}

interface Asked {
  readonly unit: string;
  readonly plan: RenderPlan;
  readonly ground: Ground;
}

interface Judged extends Attempted {
  readonly record: RenderRecord;
}

async function judged(request: Asked, mask: Mask, { rendering, gaps, record }: Judged): Promise<Render> {
  if (rendering.kind === 'gap') return gapRender(request, mask, rendering.unseen);
  if (rendering.kind === 'rendered') {
    return success(request, mask, { rendering, gaps, record });
  }
  await learnFromSources(mask, request.ground.tree, request.ground.closure);
  const message = shortened(mask, rendering.message);
  const standsIn = isUnseen(JSON.stringify(request.plan));
  const [lacking = standsIn ? gapOf(request.unit, mask, standIn) : undefined, ...others] = gaps;
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

function success(request: Asked, mask: Mask, { rendering, gaps, record }: Succeeded): Render {
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
      ...[...rendering.unseen, ...twice, ...encrypted, ...unseenFields(objects)].map((one) =>
        gapOf(request.unit, mask, one),
      ),
    ],
    dropped: rendering.dropped ?? [],
  };
}

function gapRender(request: Asked, mask: Mask, notSeen: Unseen): Render {
  return { kind: 'gap', gaps: [gapOf(request.unit, mask, notSeen)] };
}

function gapOf(unit: string, mask: Mask, { kind, object, why }: Unseen): Gap {
  return { kind, unit, object, why: mask.text(why) };
}
