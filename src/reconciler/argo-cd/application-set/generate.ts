/** The ApplicationSets of one side -> the Applications that the controller makes of them, and what cannot be told. */
import { at, isJsonArray, type Json } from '../../../object/json.ts';
import type { Gap } from '../../../object/gap.ts';
import { identityOf } from '../../../object/identity.ts';
import { type KubeObject, namespaceOf } from '../../../object/kube-object.ts';
import { words } from '../../../object/masked.ts';
import type { Masked } from '../../../object/masked.ts';
import { applicationsOf, type Made, type Wanted } from './application-of.ts';
import { type Context, mostParameterSets } from './context.ts';
import { goFiller, legacyFiller, roomForSets } from './filler.ts';
import type { Room } from './filler.ts';
import { gatheredTemplates } from './gathered-templates.ts';
import { idOf, ownedBy } from './owner.ts';
import { refusalsOf } from './refusals.ts';
import { rollingOf, rollingStepsOf, withoutAutomatedSync } from './rolling-sync.ts';
import { effectivePolicy } from './settings.ts';
import { all, made } from './side.ts';
import type {
  DeclaredSet,
  GeneratedApplication,
  GeneratedSide,
  Outcome,
  SetResult,
  SetsOfSide,
  Unknown,
} from './side.ts';
import { standingRemarks } from './standing-remarks.ts';
import { withDefaults } from './template-override.ts';
import { transform } from './transform.ts';
import { usedParameters } from './used-parameters.ts';
import { written } from './written-application.ts';

/** Throws SourceError. */
export async function generate(side: SetsOfSide): Promise<GeneratedSide> {
  const room = roomForSets();
  // At the same time, so that their templates are evaluated together.
  const answers = await Promise.all(side.sets.map(async (declared) => resultOf(declared, side, room)));
  const sets = answers.map(({ result }) => result);
  const applications = sets.flatMap((set) => set.applications.filter(({ refused }) => refused === undefined));
  const gaps = answers.flatMap((answer) => answer.gaps);
  return { sets, applications, gaps, remarks: sets.flatMap((set) => standingRemarks(set, side)) };
}

interface Answer {
  readonly result: SetResult;
  readonly gaps: readonly Gap[];
}

async function resultOf(declared: DeclaredSet, side: SetsOfSide, room: Room): Promise<Answer> {
  const { manifest, place } = declared;
  const id = idOf(declared.manifest);
  const found = await madeBy(manifest, side, room);
  const whole = found.flatMap((one) => (one.kind === 'made' ? [one.value] : []));
  const applications = await settled(whole, declared, side);
  const failed = [...found, applications].find((one) => one.kind === 'error');
  if (failed?.kind === 'error') {
    // One error is enough: nothing is made, changed or deleted.
    const outcome = { kind: 'error', why: side.mask.text(failed.message) } as const;
    return {
      result: { id, manifest, place, outcome, applications: liveOf(declared, new Set(), side) },
      gaps: [],
    };
  }
  const own = applications.kind === 'made' ? applications.value : [];
  const unknown = [...found, applications].flatMap((one) => (one.kind === 'unknown' ? [one] : []));
  const stops = own.find((one) => one.stops)?.refused;
  const names = new Set(own.map((one) => one.manifest.metadata.name));
  const stays = unknown.length === 0 && stops === undefined ? [] : liveOf(declared, names, side);
  const generated = { kind: 'generated', ...(stops === undefined ? {} : { stops }) } as const;
  const outcome = unknown.length === 0 ? generated : ({ kind: 'unknown' } as const);
  return {
    result: { id, manifest, place, outcome, applications: [...own, ...stays] },
    gaps: distinct(unknown).map((one) => gapOf(one, declared, side)),
  };
}

/** What stops one Application stops others for the same reason. */
function distinct(unknown: readonly Unknown[]): readonly Unknown[] {
  return [...new Map(unknown.map((one) => [`${one.gap} ${one.why}`, one])).values()];
}

async function madeBy(set: KubeObject, side: SetsOfSide, room: Room): Promise<readonly Outcome<Made>[]> {
  const context = contextOf(set, side, room);
  const generators = at(set, 'spec', 'generators');
  const template: Json = at(set, 'spec', 'template') ?? {};
  const entries = (isJsonArray(generators) ? generators : []).map((generator) => ({ generator, given: {} }));
  const produced = await transform(entries, context);
  const wanted: Wanted[] = [];
  const missed: Outcome<Made>[] = [];
  for (const one of produced) {
    if (one.kind !== 'made') missed.push(one);
    else {
      for (const { parameters, template: own } of one.value) {
        const whole = withDefaults(own, template);
        wanted.push(...parameters.map((each) => ({ template: whole, parameters: each })));
      }
    }
  }
  if (wanted.length > mostParameterSets) {
    const why = words`generators that give more than ${mostParameterSets} parameter sets`;
    return [...missed, { kind: 'unknown', gap: 'source-unreadable', why }];
  }
  return [...missed, ...(await applicationsOf(set, wanted, context.filler))];
}

function contextOf(set: KubeObject, side: SetsOfSide, room: Room): Context {
  const options = at(set, 'spec', 'goTemplateOptions');
  const texts = isJsonArray(options) ? options.filter((option) => typeof option === 'string') : [];
  const isGo = at(set, 'spec', 'goTemplate') === true;
  const project = at(set, 'spec', 'template', 'spec', 'project');
  return {
    side,
    filler: isGo
      ? goFiller({ templates: gatheredTemplates(side.templates), mask: side.mask, room }, texts)
      : legacyFiller(room),
    room,
    project: typeof project === 'string' ? project : '',
    mask: side.mask,
  };
}

/** What is refused stays as it lives; what lives already is changed as far as the policy lets it. */
async function settled(
  whole: readonly Made[],
  declared: DeclaredSet,
  side: SetsOfSide,
): Promise<Outcome<readonly GeneratedApplication[]>> {
  const { manifest: set, place } = declared;
  const { controller } = side;
  const steps = rollingStepsOf(set, controller.progressiveSyncs);
  const refusals = refusalsOf(whole, set.metadata.name, side);
  const policy = effectivePolicy(at(set, 'spec', 'syncPolicy', 'applicationsSync'), controller);
  const live = new Map(
    (side.liveApplications ?? []).map((one) => [`${namespaceOf(one)}/${one.metadata.name}`, one]),
  );
  const applications: Outcome<GeneratedApplication>[] = [];
  for (const [index, { manifest }] of whole.entries()) {
    const own = steps === undefined ? manifest : withoutAutomatedSync(manifest);
    const before = live.get(`${namespaceOf(own)}/${own.metadata.name}`);
    const left = before === undefined ? made(own) : await written(own, before, { set, policy, controller });
    applications.push(
      left.kind !== 'made'
        ? left
        : made({
            manifest: left.value,
            generatedBy: idOf(declared.manifest),
            place,
            from: 'generator',
            refused: refusals[index]?.why,
            stops: refusals[index]?.stops === true,
            rolling: steps === undefined ? undefined : rollingOf(own, steps),
          }),
    );
  }
  return all(applications);
}

function liveOf(
  declared: DeclaredSet,
  but: ReadonlySet<string>,
  side: SetsOfSide,
): readonly GeneratedApplication[] {
  const id = idOf(declared.manifest);
  const steps = rollingStepsOf(declared.manifest, side.controller.progressiveSyncs);
  return ownedBy(id, side.liveApplications ?? [])
    .filter(({ metadata }) => !but.has(metadata.name))
    .map((manifest) => ({
      manifest,
      generatedBy: id,
      place: declared.place,
      from: 'live',
      refused: undefined,
      stops: false,
      rolling: steps === undefined ? undefined : rollingOf(manifest, steps),
    }));
}

function gapOf({ gap, why }: Unknown, declared: DeclaredSet, side: SetsOfSide): Gap {
  const { mask } = side;
  const used = usedParameters(declared.manifest);
  const names = used.length === 0 ? words`` : words` (its templates use ${mask.text(used.join(', '))})`;
  const owned = ownedBy(idOf(declared.manifest), side.liveApplications ?? []).length;
  const meanwhile =
    side.liveApplications === undefined ? words`which Applications it makes is unknown` : takenFor(owned);
  return {
    kind: gap,
    unit: undefined,
    object: identityOf(declared.manifest),
    why: words`${why}${names}; ${meanwhile}`,
  };
}

function takenFor(owned: number): Masked {
  if (owned === 0) return words`it has made no Application so far, so none is taken for what it makes`;
  const [what, are] = owned === 1 ? [words`Application`, words`is`] : [words`Applications`, words`are`];
  return words`the ${owned} ${what} that it has made so far ${are} taken for what it makes`;
}
