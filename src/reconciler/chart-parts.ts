/** Charts by directory -> which directories are parts of one: what Helm itself reads, and no units of their own. */
import { posix } from 'node:path';
import { fromAbove } from './from-above.ts';

/** What helm itself reads of a chart, and the values with which charts are tried out. */
const partsOfChart = ['templates', 'crds', 'charts', 'ci', 'files'];

interface Charts {
  has(directory: string): boolean;
}

const chartParts = new WeakMap<Charts, (directory: string) => string | undefined>();

/** Directory -> the directory of the nearest chart that has it; undefined for none. Made once for a tree's charts. */
export function partsOfCharts({
  charts,
}: {
  readonly charts: Charts;
}): (directory: string) => string | undefined {
  const made = chartParts.get(charts) ?? partsAmong(charts);
  chartParts.set(charts, made);
  return made;
}

function partsAmong(charts: Charts): (directory: string) => string | undefined {
  const above = fromAbove<string | undefined>(undefined, (directory, further) => {
    const parent = posix.dirname(directory);
    return charts.has(parent) && partsOfChart.includes(posix.basename(directory)) ? parent : further;
  });
  return (directory) => (charts.has(directory) ? directory : above(directory));
}

export function isPartOf(chart: string, directory: string): boolean {
  if (chart === directory) return true;
  if (chart !== '.' && !directory.startsWith(`${chart}/`)) return false;
  const part = chart === '.' ? directory : directory.slice(chart.length + 1);
  return partsOfChart.includes(part.split('/')[0] ?? '');
}
