/** A pullRequest generator on GitHub for the repository under review -> one parameter set for each open pull request. */
import { at, isJsonObject, type JsonObject } from '../../../object/json.ts';
import { words } from '../../../object/masked.ts';
import type { OpenPull } from '../../../source/open-pulls.ts';
import { plainUrl } from '../../../source/origin.ts';
import { textAt, textsAt } from '../../../object/fields.ts';
import type { Context, Produce } from './context.ts';
import type { Parameters } from './parameters.ts';
import { type PickedPull, pickedPulls, weightOfAsking } from './picked-pulls.ts';
import { error, made, type Outcome } from './side.ts';
import { unseenPulls } from './unseen-generators.ts';
import { type Unvalued, withValues } from './values.ts';

export const producePullRequests: Produce = async (configurations, context) => {
  const listed = await Promise.all(
    configurations.map(async (configuration) => labelledFor(configuration, context)),
  );
  const fits = takesRoom(listed, context);
  const asked = await Promise.all(
    listed.map(async (one) => {
      if (one.kind !== 'made') return one;
      return fits
        ? pickedFor(one.value, context)
        : unseenPulls(
            one.value.configuration,
            context.mask,
            words`: they, their filters and what an outer generator gives multiply to too many questions`,
          );
    }),
  );
  return withValues(asked, context.filler);
};

interface Labelled {
  readonly configuration: JsonObject;
  readonly pulls: readonly OpenPull[];
}

/** Counted before anything is made of them. */
function takesRoom(listed: readonly Outcome<Labelled>[], { room }: Context): boolean {
  const weight = listed.reduce(
    (sum, one) =>
      one.kind === 'made' ? sum + weightOfAsking(one.value.pulls, one.value.configuration) : sum,
    0,
  );
  if (weight > room.asking) return false;
  room.asking -= weight;
  return true;
}

async function labelledFor(configuration: JsonObject, context: Context): Promise<Outcome<Labelled>> {
  const { side, mask } = context;
  const refusal = refusedBySettings(configuration, context);
  if (refusal !== undefined) return error(refusal);
  const github = at(configuration, 'github');
  if (!isJsonObject(github)) return unseenPulls(configuration, mask);
  if (side.pulls === undefined || !isUnderReview(github, context)) {
    return unseenPulls(
      configuration,
      mask,
      words`, and only those of the repository under review are listed, for a review on GitHub`,
    );
  }
  const listed = await side.pulls();
  if (listed.kind === 'unlisted') return unseenPulls(configuration, mask, words`: ${listed.why}`);
  const labels = textsAt(github, 'labels');
  const pulls = listed.pulls.filter((pull) => labels.every((label) => pull.labels.includes(label)));
  return made({ configuration, pulls });
}

async function pickedFor({ configuration, pulls }: Labelled, context: Context): Promise<Outcome<Unvalued>> {
  const { side, filler, mask } = context;
  const picked = await pickedPulls(pulls, configuration, side.templates);
  if (picked.kind === 'unknown') return unseenPulls(configuration, mask, words`: ${picked.why}`);
  if (picked.kind === 'error') return picked;
  const parameters = picked.value.map((each) => parametersOf(each, filler.goTemplate));
  return made({ parameters, values: at(configuration, 'values') });
}

function refusedBySettings(configuration: JsonObject, { side: { controller } }: Context): string | undefined {
  if (!controller.scmProviders) return 'scm providers are disabled';
  const api = textAt(configuration, 'github', 'api');
  const allowed = controller.allowedScmProviders;
  if (api === '' || allowed.length === 0 || allowed.includes(api)) return undefined;
  return `scm provider not allowed: ${JSON.stringify(api)}`;
}

/** Whether its credential sees the repository is not known: it is never read. */
function isUnderReview(github: JsonObject, { side: { origin } }: Context): boolean {
  const api = textAt(github, 'api');
  const host = api === '' ? 'github.com' : URL.parse(api)?.host.replace(/^api\.github\.com$/u, 'github.com');
  const url = plainUrl(`https://${host ?? ''}/${textAt(github, 'owner')}/${textAt(github, 'repo')}`);
  return origin?.urls.includes(url) === true;
}

function parametersOf({ pull, branchSlug, targetBranchSlug }: PickedPull, goTemplate: boolean): Parameters {
  const { number, title, branch, targetBranch, headSha, author, labels } = pull;
  return {
    number: String(number),
    title,
    branch,
    branch_slug: branchSlug,
    target_branch: targetBranch,
    target_branch_slug: targetBranchSlug,
    head_sha: headSha,
    head_short_sha: headSha.slice(0, 8),
    head_short_sha_7: headSha.slice(0, 7),
    author,
    ...(goTemplate ? { labels } : {}),
  };
}
