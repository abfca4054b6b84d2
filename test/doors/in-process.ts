/** A checkout and a cluster -> its review in this process, with the sight that an operator would grant, and all that is said of it. */
import { openAdapters, openUsable } from '../../src/adapters.ts';
import { readEnvironment } from '../../src/config/environment.ts';
import { defaultOperatorConfig } from '../../src/config/operator.ts';
import { wallClock } from '../../src/kube/wall-clock.ts';
import { createMask } from '../../src/object/mask.ts';
import { annotationsOf } from '../../src/report/annotations.ts';
import { checkOutputOf } from '../../src/report/check-run.ts';
import { commentBody } from '../../src/report/comment.ts';
import { formOf } from '../../src/report/json.ts';
import type { ReviewForm } from '../../src/report/json-form.ts';
import type { Review } from '../../src/report/review.ts';
import { toText } from '../../src/report/text.ts';
import { review } from '../../src/review.ts';
import type { World } from '../../src/review/world.ts';
import { localRevisions } from '../../src/source/local.ts';
import { refuseRemotes } from '../../src/source/remote.ts';
import type { Checkout } from './checkout.ts';

export interface Sight {
  readonly kubeconfig: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Whether the operator opened a namespace; empty stands for what has none. */
  readonly maySee: (namespace: string) => boolean;
  readonly installations?: World['installations'];
  readonly origin?: World['origin'];
}

export interface Told {
  readonly form: ReviewForm;
  /** Every report of it, and of its partial ones, in one text. */
  readonly all: string;
}

export async function reviewed({ directory, base, head }: Checkout, sight: Sight): Promise<Told> {
  const mask = createMask();
  const { installations = [] } = sight;
  const adapters = await openAdapters(readEnvironment(sight.environment), ['file']);
  const access = { kind: 'kubeconfig', files: [sight.kubeconfig], context: undefined } as const;
  const reach = { kubeconfig: sight.kubeconfig };
  const config = {
    name: 'production',
    reach,
    allowUnguarded: false,
    concurrency: 16,
    knownAs: [],
    production: false,
  };
  const cluster = await openUsable(config, access, { allowUnverifiedTls: false, unguarded: 'refuse' });
  const { revisions, close } = await localRevisions(
    { git: adapters.git, mask },
    { path: directory, base, head },
  );
  const partial: Review[] = [];
  const stop = AbortSignal.timeout(120_000);
  try {
    const said = await review(revisions, {
      reconcilers: adapters.reconcilers({ mask, stop, installations, clusters: [cluster] }),
      installations,
      origin: sight.origin,
      fetchRemote: refuseRemotes(mask),
      renderers: adapters.renderers(mask, stop),
      clusters: [cluster],
      maySee: sight.maySee,
      limits: defaultOperatorConfig.limits,
      key: { kind: 'secret', bytes: Buffer.alloc(32, 7) },
      mask,
      clock: wallClock,
      stop,
      onStep: () => undefined,
      onPartial: (one) => partial.push(one),
    });
    return { form: formOf(said), all: [...partial, said].map(everyReport).join('\n') };
  } finally {
    await Promise.all([close(), cluster.close(), adapters.close()]);
  }
}

function everyReport(said: Review): string {
  const { title, summary, text } = checkOutputOf(said);
  return [
    JSON.stringify(formOf(said)),
    commentBody(said),
    toText(said, { color: false }),
    title,
    summary,
    text,
    JSON.stringify(annotationsOf(said)),
  ].join('\n');
}
