/** Units and their homes -> what could not be seen of them. */
import type { Gap } from '../../../object/gap.ts';
import { joined, words } from '../../../object/masked.ts';
import type { Collected } from './collect.ts';
import type { Made } from './unit-of.ts';

export function gapsOf(collected: Collected, all: readonly Made[]): readonly Gap[] {
  const { declarations, homeless } = collected;
  const used = new Set(all.map(({ candidate }) => candidate.control));
  return [
    ...[...used].flatMap(({ gaps }) => gaps),
    ...unnamedHomes(all),
    ...assumedSources(all, collected),
    ...all.flatMap((made) => [...unknownTarget(made, collected), ...unseenValues(made, collected)]),
    ...[...homeless.values()].map((unit) => ({
      kind: 'installation-unnamed' as const,
      unit: unit.id,
      object: undefined,
      why: words`it applies Kustomizations or HelmReleases to ${declarations.mask.text(unit.target.cluster ?? 'a cluster that is not configured')}, of which no Flux is named: what those apply is not looked at`,
    })),
  ];
}

function unnamedHomes(all: readonly Made[]): readonly Gap[] {
  if (!all.some(({ unit }) => unit.home.cluster === undefined)) return [];
  const why = words`of some Kustomizations or HelmReleases it is not known which Flux reads them, so one of the newest judged versions with its usual settings is assumed`;
  return [{ kind: 'installation-unnamed', unit: undefined, object: undefined, why }];
}

function assumedSources(all: readonly Made[], { declarations }: Collected): readonly Gap[] {
  const sources = [...new Set(all.flatMap(({ sourced }) => sourced.assumed ?? []))].sort();
  if (sources.length === 0) return [];
  const named = joined(
    sources.map((source) => declarations.mask.text(source)),
    ', ',
  );
  const why = words`no file declares ${named}, so it is taken for this repository at the branch of the merge, without settings of its own`;
  return [{ kind: 'installation-unnamed', unit: undefined, object: undefined, why }];
}

/** The operator names no cluster for where it applies to. */
function unknownTarget({ unit, target }: Made, { declarations }: Collected): readonly Gap[] {
  const { clusters, mask } = declarations;
  // That there is none at all is said of each unit, whatever reconciler it has.
  if (target.cluster !== undefined || target.kubeConfig === undefined || clusters.length === 0) return [];
  const why = words`it applies to the cluster of the kubeconfig ${mask.text(target.kubeConfig)}, and the operator’s file names no cluster that is known by this`;
  return [{ kind: 'no-cluster', unit: unit.id, object: undefined, why }];
}

function unseenValues({ unit, flux }: Made, { declarations }: Collected): readonly Gap[] {
  const values = flux.kind === 'Kustomization' ? flux.substituteFrom : flux.valuesFrom;
  const unseen = values.filter(({ state }) => state === 'unseen');
  if (unseen.length === 0) return [];
  const { mask } = declarations;
  const named = joined(
    unseen.map(({ kind, name }) => words`${mask.text(kind)} ${mask.text(name)}`),
    ', ',
  );
  const why = words`it takes values from ${named}, which nothing that is reviewed declares, and which could not be read or is read for no unit that is live: what it renders to is not known`;
  return [{ kind: 'live-value-needed', unit: unit.id, object: undefined, why }];
}
