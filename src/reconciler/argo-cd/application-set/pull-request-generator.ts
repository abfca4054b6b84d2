/** A pullRequest generator on GitHub for the repository under review -> one parameter set for each open pull request. */
import { at, isJsonObject, type JsonObject } from '../../../object/json.ts';
import { words } from '../../../object/masked.ts';
import { plainUrl } from '../../../source/origin.ts';
import { textAt, textsAt } from '../units/fields.ts';
import type { Context, Produce } from './context.ts';
import type { Parameters } from './parameters.ts';
import { type PickedPull, pickedPulls } from './picked-pulls.ts';
import { error, made, type Outcome } from './side.ts';
import { unseenPulls } from './unseen-generators.ts';
import { type Unvalued, withValues } from './values.ts';

export const producePullRequests: Produce = async (configurations, context) => {
  const asked = await Promise.all(
    configurations.map(async (configuration) => pullsFor(configuration, context)),
  );
  return withValues(asked, context.filler);
};

async function pullsFor(configuration: JsonObject, context: Context): Promise<Outcome<Unvalued>> {
  const { side, filler, mask } = context;
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
  const labelled = listed.pulls.filter((pull) => labels.every((label) => pull.labels.includes(label)));
  const picked = await pickedPulls(labelled, configuration, side.templates);
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
