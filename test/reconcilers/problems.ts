/** What a version's judge found -> what fails the run. */
import { countsOf, type JudgedVersion } from './fidelity.ts';

/** Of all objects of a version. */
const mostGaps = 0.05;

export function problemsOf({ judge, stories }: JudgedVersion): readonly string[] {
  const counts = countsOf(stories.flatMap(({ objects }) => objects));
  const problems = stories.flatMap(({ name, failures }) =>
    failures.map((failure) => `${judge}, ${name}: ${failure}`),
  );
  const { differing, gaps } = counts;
  if (counts.all === 0) problems.push(`${judge}: no object was judged`);
  if (differing > 0) problems.push(`${judge}: ${String(differing)} objects did not land as predicted`);
  if (gaps > counts.all * mostGaps)
    problems.push(`${judge}: ${String(gaps)} of ${String(counts.all)} objects are gaps`);
  return problems;
}
