/** Units of base that head does not declare any more -> what that means for what they applied. */
import { words } from '../../../object/masked.ts';
import type { Mask, Masked } from '../../../object/masked.ts';
import type { Remark } from '../../declarations.ts';
import type { Unit } from '../../unit.ts';
import { fluxUnit } from '../flux-unit.ts';
import type { FluxUnit } from '../flux-unit.ts';
import { canonicalJson } from '../../../object/canonical.ts';
import { survives } from './deletion.ts';
import { kindOf, remark } from './remark.ts';
import type { Made } from './unit-of.ts';

export function leftBehind(unit: Unit, why: Masked): Remark {
  const kind = kindOf(fluxUnit(unit));
  return remark(unit, {
    about: 'unit-left-behind',
    severity: 'warn',
    title: words`The ${kind} is not declared any more, and stays`,
    detail: words`Nothing deletes it: ${why}. It goes on applying whatever its source holds.`,
    advice: words`Delete it by hand where it shall go.`,
    restsOn: { stays: unit.id },
  });
}

export function leaves(unit: Unit): Remark {
  const flux = fluxUnit(unit);
  const kind = kindOf(flux);
  const why = survives(flux);
  const common = { about: 'unit-leaves', restsOn: { leaves: unit.id, kept: why ?? null } };
  if (why !== undefined) {
    return remark(unit, {
      ...common,
      severity: flux.live === null && flux.unseen === undefined ? 'info' : 'warn',
      title: words`The ${kind} goes, and what it applied stays`,
      detail: words`Flux deletes none of it: ${why}. From then on nothing applies, mends or prunes these objects.`,
      advice: words`Delete by hand what shall go, or declare it elsewhere.`,
    });
  }
  return remark(unit, {
    ...common,
    severity: 'warn',
    title: words`The ${kind} goes, and all that it applied with it`,
    detail: words`Its finalizer has Flux ${taken(flux)} before it is gone${held(flux)}.`,
    advice: words`To keep what it applied, ${keeping(flux)} in a pull request before this one.`,
  });
}

function taken(flux: FluxUnit): Masked {
  if (flux.kind === 'HelmRelease') return words`uninstall its Helm release`;
  const count = flux.live?.inventory?.length;
  return count === undefined
    ? words`delete its whole inventory`
    : words`delete its whole inventory (${count} objects)`;
}

function held({ kind, live }: FluxUnit): Masked {
  const waits = kind === 'Kustomization' && live?.spec['deletionPolicy'] === 'WaitForTermination';
  return waits ? words`, and wait until all of it is` : words``;
}

function keeping({ kind }: FluxUnit): Masked {
  return kind === 'Kustomization' ? words`set deletionPolicy: Orphan` : words`set suspend: true`;
}

/** Units that are new in head with the content of one that goes. */
export function renames(made: readonly Made[], gone: readonly Unit[], mask: Mask): readonly Remark[] {
  const left = new Map(gone.map((unit) => [contentOf(fluxUnit(unit)), unit]));
  return made.flatMap(({ unit, flux }) => {
    const before = flux.live === null ? left.get(contentOf(flux)) : undefined;
    if (before === undefined || survives(fluxUnit(before)) !== undefined) return [];
    return [renamed(unit, before, mask)];
  });
}

function contentOf({ kind, declared: { spec }, source }: FluxUnit): string {
  const { path = null, targetNamespace = null, chart = null, chartRef = null, kubeConfig = null } = spec;
  return canonicalJson({ kind, path, targetNamespace, chart, chartRef, kubeConfig, source: source.object });
}

function renamed(unit: Unit, before: Unit, mask: Mask): Remark {
  const flux = fluxUnit(unit);
  const old = mask.text(fluxUnit(before).declared.name);
  const kind = kindOf(flux);
  const order =
    flux.kind === 'Kustomization'
      ? words`Where the new one is applied first, it takes the objects over as they are; where the old one goes first, all of them are deleted and made again. Nothing in Flux settles the order.`
      : words`The old release is uninstalled, and another one installed: nothing is handed over.`;
  return remark(unit, {
    about: 'unit-renamed',
    severity: 'block',
    title: words`A ${kind} is renamed`,
    detail: words`It has the content of ${old}, which goes. ${order}`,
    advice:
      flux.kind === 'Kustomization'
        ? words`Set deletionPolicy: Orphan on the old one in a pull request before this one.`
        : words`Keep the name, or give the new one the old releaseName after the old one was suspended and removed.`,
    restsOn: { before: before.id, after: unit.id },
  });
}
