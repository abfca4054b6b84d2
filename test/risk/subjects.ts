/** Two manifests sets -> what the rules find between them, without a cluster or with given answers. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Comparison } from '../../src/diff/change.ts';
import { compareRendered } from '../../src/diff/compare-rendered.ts';
import type { Fact, FactRequest, Facts } from '../../src/live/fact.ts';
import type { Declared, KubeObject } from '../../src/object/kube-object.ts';
import { createMask } from '../../src/object/mask.ts';
import { words } from '../../src/object/masked.ts';
import { readYaml } from '../../src/object/yaml.ts';
import { assess, factRequests } from '../../src/risk/assess.ts';
import type { Finding } from '../../src/risk/finding.ts';
import type { Rule, Subject } from '../../src/risk/rule.ts';
import { declared, unit } from '../diff/objects.ts';

const changes = join(import.meta.dirname, '../../../shared/corpora/changes');

export function subject(comparisons: readonly Comparison[], parts: Partial<Subject> = {}): Subject {
  const shop = unit('apps/shop');
  return {
    units: [{ base: shop, head: shop }],
    comparisons,
    gaps: [],
    failures: [],
    passedOver: [],
    remarks: [],
    newlyHidden: [],
    ignoring: new Map(),
    configuration: undefined,
    mask: createMask(),
    ...parts,
  };
}

export function compared(base: readonly KubeObject[], head: readonly KubeObject[]): readonly Comparison[] {
  return compareRendered({
    unit: 'apps/shop',
    base: declared(...base),
    head: declared(...head),
    mask: createMask(),
  });
}

const unanswered: Fact = {
  kind: 'gap',
  gap: { kind: 'no-cluster', unit: undefined, object: undefined, why: words`no cluster was asked` },
};

export const noFacts: Facts = () => unanswered;

/** Answers only what was asked for before. */
export function answering(requests: readonly FactRequest[], objects: readonly KubeObject[]): Facts {
  const asked = new Set(requests.map((request) => JSON.stringify(request)));
  return (request) => {
    if (!asked.has(JSON.stringify(request))) throw new Error(`nobody asked for ${JSON.stringify(request)}`);
    const found = objects.filter(
      ({ kind, metadata }) => kind === request.kind && (request.name ?? metadata.name) === metadata.name,
    );
    return { kind: 'objects', objects: found };
  };
}

export function judge(rule: Rule, of: Subject, live?: readonly KubeObject[]): readonly Finding[] {
  const rules = [rule];
  const facts = live ? answering(factRequests(of, { settings: {}, rules }), live) : noFacts;
  return assess(of, facts, { settings: {}, key: { kind: 'public' }, rules });
}

/** As `severity Kind/name`. */
export function brief(findings: readonly Finding[]): readonly string[] {
  return findings
    .map(
      ({ severity, objects }) => `${severity} ${objects.map(({ kind, name }) => `${kind}/${name}`).join()}`,
    )
    .sort();
}

function files(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ya?ml$/.test(file) && !file.endsWith('kustomization.yaml'))
    .sort();
}

function side(directory: string): readonly Declared[] {
  return files(directory).flatMap((file) =>
    readYaml(file, readFileSync(join(directory, file))).flatMap((document) =>
      document.kind === 'object' ? [{ object: document.object, origin: document.place }] : [],
    ),
  );
}

/** A recorded change of a real repository, read as plain files. */
export function recorded(id: string, root: string): Subject {
  const folder = readdirSync(changes).find((name) => name.startsWith(`${id}-`));
  if (folder === undefined) throw new Error(`no change ${id}`);
  const [base, head] = ['base', 'head'].map((name) => side(join(changes, folder, name, root)));
  if (!base?.length || !head?.length) throw new Error(`change ${id} has no objects in ${root}`);
  return subject(compareRendered({ unit: 'apps/shop', base, head, mask: createMask() }));
}
