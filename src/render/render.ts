/** What a render gives: the objects that a unit's source declares, or why there are none. */
import type { Gap } from '../object/gap.ts';
import type { JsonObject } from '../object/json.ts';
import type { Declared } from '../object/kube-object.ts';
import type { Masked } from '../object/masked.ts';
import type { Place } from '../object/place.ts';
import type { Dropped } from './rendering.ts';
import type { SinglePlan } from './single-plan.ts';

export interface RenderRecord {
  readonly renderer: SinglePlan['kind'] | 'sources';
  /** The program's own version, such as `v5.8.1`; Proofline's for `directory` and `sources`. */
  readonly version: string;
  readonly parameters: JsonObject;
}

export type Render =
  | {
      readonly kind: 'rendered';
      readonly record: RenderRecord;
      /** In the renderer's order. */
      readonly declared: readonly Declared[];
      /** The manifest set digest, `sha256:…`. */
      readonly digest: string;
      readonly gaps: readonly Gap[];
      /** Files that this reconciler passes over and never mentions. */
      readonly dropped: readonly Dropped[];
    }
  | {
      readonly kind: 'failed';
      readonly record: RenderRecord;
      /** The renderer's own message. */
      readonly message: Masked;
      readonly place: Place | undefined;
    }
  /** At least one: a remote or a live value is missing: neither rendered nor broken. */
  | { readonly kind: 'gap'; readonly gaps: readonly Gap[] }
  /** The unit does not exist on this side. */
  | { readonly kind: 'absent' };
