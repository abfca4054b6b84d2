/** Open pull requests -> those that a generator's filters let through, with their branches as slugs, both as Go does it. */
import { isJsonObject, type JsonObject } from '../../../object/json.ts';
import { type Masked, words } from '../../../object/masked.ts';
import type { OpenPull } from '../../../source/open-pulls.ts';
import type { TemplateRequest, TemplateResult, Templates } from '../../templates.ts';
import { listAt } from '../../../object/fields.ts';

export interface PickedPull {
  readonly pull: OpenPull;
  readonly branchSlug: string;
  readonly targetBranchSlug: string;
}

type Picked =
  | { readonly kind: 'made'; readonly value: readonly PickedPull[] }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'unknown'; readonly why: Masked };

const matched = { branchMatch: 'branch', targetBranchMatch: 'targetBranch', titleMatch: 'title' } as const;

/** Of other characters the function that templates have makes another slug than the generator. */
const plainBranch = /^[-A-Za-z0-9._/]*$/u;

/** In characters: what a question has beside its pull request, and for each filter beside its own text. */
const ownWeight = 200;

/** What it would be to ask for them, in characters: each question has all filters in it. */
export function weightOfAsking(pulls: readonly OpenPull[], configuration: JsonObject): number {
  const filters = listAt(configuration, 'filters');
  const each = ownWeight * (filters.length + 1) + JSON.stringify(filters).length;
  return pulls.reduce(
    (sum, { branch, targetBranch, title }) => sum + branch.length + targetBranch.length + title.length,
    (pulls.length + 1) * each,
  );
}

export async function pickedPulls(
  pulls: readonly OpenPull[],
  configuration: JsonObject,
  templates: Templates,
): Promise<Picked> {
  const odd = pulls.some((pull) => ![pull.branch, pull.targetBranch].every((name) => plainBranch.test(name)));
  if (odd) return { kind: 'unknown', why: words`a branch has a name of which the slug is not known` };
  const filters = listAt(configuration, 'filters').filter(isJsonObject);
  // The first is asked for its patterns alone: they are compiled even where there is no pull request.
  const asked = [undefined, ...pulls].map((pull) => requestOf(pull, filters));
  const evaluated = await templates.evaluate(asked);
  if (evaluated.kind !== 'evaluated') {
    return { kind: 'unknown', why: words`their branches and filters could not be evaluated` };
  }
  const bad = evaluated.answers.flat().find((answer) => answer.kind === 'error');
  if (bad?.kind === 'error') return { kind: 'error', message: `a filter does not compile: ${bad.message}` };
  const picked = pulls.flatMap((pull, index) => {
    const [branchSlug = '', targetBranchSlug = '', ...passes] = textsOf(evaluated.answers[index + 1]);
    const isPicked = filters.length === 0 || passes.includes('true');
    return isPicked ? [{ pull, branchSlug, targetBranchSlug }] : [];
  });
  return { kind: 'made', value: picked };
}

function textsOf(answers: readonly TemplateResult[] = []): readonly string[] {
  return answers.map((answer) => (answer.kind === 'text' ? answer.text : ''));
}

/** The two slugs, and for each filter whether it lets the pull request through. */
function requestOf(pull: OpenPull | undefined, filters: readonly JsonObject[]): TemplateRequest {
  const { branch = '', targetBranch = '', title = '' } = pull ?? {};
  const slugs = ['branch', 'targetBranch'].map((name) => `{{ slugify 50 true .${name} }}`);
  const passes = filters.map((filter, index) => {
    const terms = Object.entries(matched)
      .filter(([key]) => typeof filter[key] === 'string')
      .map(([key, of]) => `(mustRegexMatch (index .filters ${index}).${key} .${of})`);
    return `{{ and true ${terms.join(' ')} }}`;
  });
  // Each pattern for itself too: `and` does not look at what comes after a false.
  const compiled = filters.flatMap((filter, index) =>
    Object.keys(matched)
      .filter((key) => typeof filter[key] === 'string')
      .map((key) => `{{ mustRegexMatch (index .filters ${index}).${key} "" | not | and false }}`),
  );
  const texts = pull === undefined ? compiled : [...slugs, ...passes];
  return { texts, values: { branch, targetBranch, title, filters }, options: [] };
}
