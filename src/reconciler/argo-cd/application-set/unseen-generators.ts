/** Generators that ask others than the cluster and this repository -> what they would give, which cannot be known here. */
import { at, isJsonObject, type JsonObject } from '../../../object/json.ts';
import { type Mask, type Masked, words } from '../../../object/masked.ts';
import type { Produce } from './context.ts';
import type { Outcome, Unknown } from './side.ts';
import type { Parameters } from './parameters.ts';

export type UnseenKind = 'scmProvider' | 'plugin';

export function unseen(kind: UnseenKind): Produce {
  return async (configurations, { mask }) =>
    Promise.resolve(configurations.map((configuration) => unknown(wordsFor(kind, configuration, mask))));
}

function unknown(why: Masked): Outcome<readonly Parameters[]> {
  return { kind: 'unknown', gap: 'live-value-needed', why };
}

/** `more` says why, where others of the kind are known. */
export function unseenPulls(configuration: JsonObject, mask: Mask, more: Masked = words``): Unknown {
  const why = words`the pull requests that are open at ${providerOf(configuration, mask)}${more}`;
  return { kind: 'unknown', gap: 'live-value-needed', why };
}

function wordsFor(kind: UnseenKind, configuration: JsonObject, mask: Mask): Masked {
  switch (kind) {
    case 'scmProvider':
      return words`the repositories that ${providerOf(configuration, mask)} lists`;
    case 'plugin': {
      const name = at(configuration, 'configMapRef', 'name');
      return words`what the plugin of ConfigMap ${mask.text(typeof name === 'string' ? name : '')} answers`;
    }
  }
}

const providers = [
  'github',
  'gitlab',
  'gitea',
  'bitbucketServer',
  'bitbucket',
  'azureDevOps',
  'azuredevops',
  'awsCodeCommit',
];

/** With the organization, group or project that it looks in, and its own address where one is written. */
function providerOf(configuration: JsonObject, mask: Mask): Masked {
  const provider = providers.find((name) => isJsonObject(at(configuration, name)));
  if (provider === undefined) return words`a provider`;
  const parts = ['api', 'organization', 'owner', 'group', 'project', 'repo'].flatMap((field) => {
    const value = at(configuration, provider, field);
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
  return mask.text([provider, ...parts].join(' '));
}
