/** A Kustomization on one side -> how kustomize-controller renders it, or why it renders nothing (facts/reconcilers.md §3a). */
import type { Gap } from '../../../object/gap.ts';
import { isJsonObject } from '../../../object/json.ts';
import { words } from '../../../object/masked.ts';
import type { Mask } from '../../../object/masked.ts';
import { shownUrl } from '../../../source/remote/shown.ts';
import type { Tree } from '../../../source/tree.ts';
import type { RenderPlan } from '../../render-plan.ts';
import type { Closure, Unit } from '../../unit.ts';
import { hiddenPaths } from '../artifact/artifact.ts';
import { kustomizationUnit } from '../flux-unit.ts';
import type { FluxSource } from '../flux-unit.ts';
import { closure } from './closure.ts';
import { edited } from './edited.ts';
import { located } from './located.ts';
import type { Located } from './located.ts';
import { doubtsOf, postBuild } from './post-build.ts';

/** Throws SourceError. */
export async function renderPlan(unit: Unit, tree: Tree, mask: Mask): Promise<RenderPlan | Gap> {
  const settings = kustomizationUnit(unit);
  const found = await located(settings, tree);
  if (found === undefined) return elsewhere(unit, settings.source, mask);
  const stopped = (message: string): RenderPlan => ({
    kind: 'stopped',
    message,
    place: unit.declaration.place,
  });
  if (found.found === 'missing') {
    return stopped(
      `kustomization path not found: ${found.directory} is not in the artifact; nothing is applied or pruned`,
    );
  }
  if (found.found === 'file') return stopped(`the path ${found.directory} is a file and no directory`);
  const all = await closure(unit, tree);
  if (settings.installation.noRemoteBases && all.remotes.length > 0) {
    return stopped('kustomize build failed: it names a remote base, and this Flux does not allow any');
  }
  return planOf(found, { closure: all, stopped });
}

interface Around {
  readonly closure: Closure;
  readonly stopped: (message: string) => RenderPlan;
}

async function planOf(found: Located, { closure: all, stopped }: Around): Promise<RenderPlan> {
  const kustomization = await edited(found);
  if (kustomization.kind === 'failed') return stopped(kustomization.message);
  const hidden = hiddenPaths(found.artifact, all);
  const built: RenderPlan = {
    kind: 'kustomize',
    path: found.directory,
    ...(kustomization.kind === 'as-it-is' ? {} : { kustomization: kustomization.kustomization }),
    ...(hidden.length === 0 ? {} : { hidden }),
    options: ['--load-restrictor=LoadRestrictionsNone'],
    ...(isJsonObject(found.spec['decryption']) ? { decrypts: true } : {}),
  };
  const substitution = postBuild(found.settings);
  if (substitution === undefined) return built;
  const doubts = doubtsOf(found.settings);
  return {
    kind: 'processed',
    plan: built,
    steps: [substitution],
    ...(doubts.length === 0 ? {} : { doubts }),
  };
}

function elsewhere({ id }: Unit, source: FluxSource, mask: Mask): Gap {
  const object = mask.text(source.object);
  switch (source.kind) {
    case 'unseen': {
      const why = words`it cannot be rendered: ${mask.text(source.why)}`;
      return { kind: 'source-unreadable', unit: id, object: undefined, why };
    }
    case 'git': {
      const url = shownUrl(source.url, mask);
      const why = words`its source ${object} is another repository, ${url}: only this repository is rendered`;
      return { kind: 'remote-not-allowed', unit: id, object: undefined, why };
    }
    case 'chart':
    case 'own': {
      const why = words`its source ${object} is an artifact from elsewhere, which is not rendered`;
      return { kind: 'remote-not-allowed', unit: id, object: undefined, why };
    }
  }
}
