/** What Helm said when it could not render -> a failure with its place, or a gap where a dependency is not there. */
import type { Place } from '../object/place.ts';
import type { Tree } from '../source/tree.ts';
import { repositoryPath } from './chart.ts';
import type { HelmPlan } from './placed-plan.ts';
import { unseen, type Rendering } from './rendering.ts';
import { inDirectory } from './repository-path.ts';

export function helmFailure(message: string, plan: HelmPlan, tree: Tree): Rendering {
  const missing = /found in Chart\.yaml, but missing in charts\/ directory: (.+)/u.exec(message)?.[1];
  if (missing !== undefined) {
    const why = `the chart's dependencies are not vendored in its charts/ directory: ${missing}`;
    return { kind: 'gap', unseen: unseen('remote-not-allowed', why) };
  }
  const remote = /\b(?:Get|Head) "((?:https?|oci):\/\/[^"]+)": /u.exec(message)?.[1];
  if (remote !== undefined) {
    return {
      kind: 'gap',
      unseen: unseen('remote-not-allowed', `the chart needs ${remote} from outside the repository`),
    };
  }
  return { kind: 'failed', message, place: placeOf(message, plan, tree) };
}

/** A template of the chart with its line (of the template for its own errors, of the output for YAML errors), or a file. */
function placeOf(message: string, plan: HelmPlan, tree: Tree): Place | undefined {
  for (const [, named = '', line] of message.matchAll(/([\w.@+-]+(?:\/[\w.@+-]+)+)(?::(\d+))?/gu)) {
    const file = tree.entries.has(named) ? named : repositoryPath(named, plan, tree);
    if (file !== undefined) return { file, line: Number(line ?? 1) };
  }
  const chart = inDirectory(plan.chart, 'Chart.yaml');
  return tree.entries.has(chart) ? { file: chart, line: 1 } : undefined;
}
