/** A pull request that changes the repository's own file -> a finding: the reviews after it are judged by that file. */
import { repositoryFile } from '../../config/repository.ts';
import type { Masked } from '../../object/masked.ts';
import { joined, words } from '../../object/masked.ts';
import type { Severity } from '../finding.ts';
import type { ConfigurationChange, Rule, Subject } from '../rule.ts';
import { weakened } from '../weaker-configuration.ts';

interface Said {
  readonly severity: Severity;
  readonly title: Masked;
  readonly detail: Masked;
  readonly advice: Masked;
}

/** More say no more about one file. */
const most = 20;

function said({ base, head }: ConfigurationChange, { mask }: Subject): Said | undefined {
  const file = mask.text(repositoryFile);
  if ('problem' in head) {
    return {
      severity: 'block',
      title: words`${file} becomes invalid`,
      detail: words`After the merge every review would fail: ${head.problem}`,
      advice: words`Correct the file at the line that the message names.`,
    };
  }
  if (JSON.stringify(base) === JSON.stringify(head)) return undefined;
  const less = weakened(base, head, mask);
  if (less.length === 0) {
    return {
      severity: 'warn',
      title: words`${file} changes`,
      detail: words`This pull request is judged by the file of the base branch; those after it by the new one.`,
      advice: words`Read what changes in it.`,
    };
  }
  const more = less.length > most ? words`; and ${less.length - most} more` : words``;
  return {
    severity: 'block',
    title: words`${file} makes the reviews after this one weaker`,
    detail: words`From the merge on: ${joined(less.slice(0, most), '; ')}${more}.`,
    advice: words`Approve it only if the reviews are meant to see or to stop less.`,
  };
}

export const configurationChanged: Rule = {
  name: 'configuration-changed',
  about: {
    title: "The reviews' own configuration changes",
    why: 'A pull request is judged by the file of the base branch, and all after it by what it leaves there. A rule that is switched off, a path that is ignored or a file that cannot be read takes the judge away without a trace in any object.',
    advice: 'Approve it only if the reviews are meant to see or to stop less.',
  },
  needs: () => [],
  judge: (subject) => {
    const { configuration } = subject;
    const finding = configuration && said(configuration, subject);
    if (configuration === undefined || finding === undefined) return [];
    const { base, head, place } = configuration;
    return [
      {
        ...finding,
        unit: undefined,
        comparisons: [],
        objects: [],
        places: [place],
        restsOn: { base: JSON.stringify(base), head: JSON.stringify(head) },
      },
    ];
  },
};
