/** What a pull request can bring that is broken, odd or hostile: one unit each, and what a review must say of it. */
import type { KubeObject } from '../../src/object/kube-object.ts';

type Content = string | Buffer | { readonly link: string };

export interface BadUnit {
  readonly base?: Readonly<Record<string, Content>>;
  /** Paths below the unit. */
  readonly files: Readonly<Record<string, Content>>;
  /** Words that stand in the review's text; what, where, why, what to do. */
  readonly says: readonly RegExp[];
}

export function map(name: string, more = ''): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: shop}\n${more}`;
}

function deployment(label: string): string {
  return JSON.stringify(fixed(label));
}

/** The object whose selector `apps/immutable` changes. */
export function fixed(label: string): KubeObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'fixed', namespace: 'shop' },
    spec: {
      selector: { matchLabels: { app: label } },
      template: {
        metadata: { labels: { app: label } },
        spec: { containers: [{ name: 'main', image: 'registry.example.com/main:1' }] },
      },
    },
  };
}

function bomb(): string {
  const levels = Array.from({ length: 12 }, (_, level) => {
    const items = level === 0 ? '"lol"' : Array.from({ length: 10 }, () => `*a${level - 1}`).join(',');
    return `a${level}: &a${level} [${items}]`;
  });
  return `${levels.join('\n')}\n${map('bomb')}`;
}

const definition = JSON.stringify({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'kettles.tea.example.com' },
  spec: {
    group: 'tea.example.com',
    scope: 'Namespaced',
    names: { kind: 'Kettle', plural: 'kettles', singular: 'kettle' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { liters: { type: 'integer' } } } },
          },
        },
      },
    ],
  },
});

const kettle = `apiVersion: tea.example.com/v1\nkind: Kettle\nmetadata: {name: big, namespace: shop}\nspec: {liters: 2}\n`;

/** By the unit's path. */
export const badUnits: Readonly<Record<string, BadUnit>> = {
  'apps/broken-yaml': {
    files: { 'map.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a\ndata: [}\n' },
    says: [/apps\/broken-yaml\/map\.yaml:[34]/],
  },
  'apps/missing-base': {
    files: { 'kustomization.yaml': 'namespace: shop\nresources:\n- ../nowhere\n' },
    says: [/apps\/missing-base\/kustomization\.yaml:3/, /apps\/nowhere/],
  },
  'apps/huge': {
    files: { 'map.yaml': `${map('huge')}data:\n  a: ${'x'.repeat(10_500_000)}\n` },
    says: [/apps\/huge\/map\.yaml/, /too large|larger than/],
  },
  'apps/alias-bomb': {
    files: { 'map.yaml': bomb() },
    says: [/apps\/alias-bomb\/map\.yaml/, /alias/i],
  },
  'apps/deep': {
    files: { 'map.yaml': `${map('deep')}data: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n` },
    says: [/apps\/deep\/map\.yaml/, /deep|nest/i],
  },
  'apps/duplicate-key': {
    files: { 'map.yaml': `${map('duplicate')}data:\n  color: red\n  color: blue\n` },
    says: [/apps\/duplicate-key\/map\.yaml:6/, /the key "color" is there twice/],
  },
  'apps/same-object-twice': {
    files: { 'a.yaml': map('double', 'data: {a: "1"}\n'), 'b.yaml': map('double', 'data: {a: "2"}\n') },
    says: [/declared twice, at .*same-object-twice\/a\.yaml:1.* and .*b\.yaml:1/],
  },
  'apps/latin1': {
    files: { 'map.yaml': Buffer.from(map('latin1', 'data: {city: M\u00FCnchen}\n'), 'latin1') },
    says: [/apps\/latin1\/map\.yaml/, /UTF-8/],
  },
  'apps/link-out': {
    files: { 'map.yaml': map('inside'), 'passwd.yaml': { link: '../../../../../etc/passwd' } },
    says: [/apps\/link-out\/passwd\.yaml/, /symbolic link/],
  },
  'apps/remote-base': {
    files: { 'kustomization.yaml': 'resources:\n- https://github.com/example/bases//web?ref=v1\n' },
    says: [
      /github\.com\/example\/bases/,
      /from outside the repository/,
      /Ask who runs Proofline to allow its host/,
    ],
  },
  'charts/no-dependency': {
    files: {
      'Chart.yaml':
        'apiVersion: v2\nname: no-dependency\nversion: 1.0.0\ndependencies:\n- {name: redis, version: 1.0.0, repository: "https://charts.example.com"}\n',
      'templates/map.yaml': map('from-chart'),
    },
    says: [/charts\.example\.com|redis/],
  },
  'apps/nameless': {
    files: { 'map.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {namespace: shop}\n' },
    says: [/apps\/nameless\/map\.yaml:1/, /this ConfigMap has no metadata\.name/],
  },
  'apps/number-as-namespace': {
    files: { 'map.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: 42}\n' },
    says: [
      /apps\/number-as-namespace\/map\.yaml:1/,
      /metadata\.namespace of this ConfigMap is no text but 42; put it in quotes/,
    ],
  },
  'apps/no-such-namespace': {
    files: { 'map.yaml': map('lost').replace('shop', 'nowhere') },
    says: [/nowhere\/lost/, /namespaces "nowhere" not found/],
  },
  'apps/new-kind': {
    files: { 'crd.yaml': definition, 'kettle.yaml': kettle },
    says: [/Kettle shop\/big/, /checked against the definition in this pull request/],
  },
  'apps/unknown-kind': {
    files: { 'teapot.yaml': kettle.replaceAll('Kettle', 'Teapot').replace('tea.', 'pot.') },
    says: [/Teapot shop\/big/, /no matches for kind "Teapot" in version "pot\.example\.com\/v1"/],
  },
  'apps/immutable': {
    base: { 'web.yaml': deployment('old') },
    files: { 'web.yaml': deployment('new') },
    says: [/Deployment shop\/fixed/, /spec\.selector.*field is immutable/],
  },
  'apps/conflict': {
    base: { 'map.yaml': map('contested', 'data: {owner: kubectl}\n') },
    files: { 'map.yaml': map('contested', 'data: {owner: kubectl, level: low}\n') },
    says: [/ConfigMap shop\/contested/, /conflict with "somebody": \.data\.level/],
  },
  'apps/broken-webhook': {
    files: {
      'map.yaml': map('hooked').replace('{name', '{labels: {hooked: "yes"}, name'),
      'other.yaml': map('beside-the-hooked'),
    },
    says: [
      /ConfigMap shop\/hooked/,
      /failed calling webhook "hook\.example\.com"/,
      /created ConfigMap shop\/beside-the-hooked/,
    ],
  },
  'apps/field-unknown': {
    files: { 'map.yaml': map('misspelled', 'dta: {a: b}\n') },
    says: [/ConfigMap shop\/misspelled/, /\.dta: field not declared in schema/],
  },
};

/** Odd, and read as anybody would expect. */
export const oddUnits: Readonly<Record<string, BadUnit>> = {
  'apps/crlf': {
    files: { 'map.yaml': map('crlf', 'data: {a: b}\n').replaceAll('\n', '\r\n') },
    says: [/created ConfigMap shop\/crlf/],
  },
  'apps/bom': {
    files: { 'map.yaml': `\uFEFF${map('bom')}` },
    says: [/created ConfigMap shop\/bom/],
  },
  'apps/-rf': {
    files: { '-rf': 'no manifest\n', '-rf.yaml': map('dashes'), '--help.yaml': map('more-dashes') },
    says: [/created ConfigMap shop\/dashes/, /created ConfigMap shop\/more-dashes/],
  },
  'apps/--output=x': {
    files: { 'kustomization.yaml': 'resources: [-rf.yaml]\n', '-rf.yaml': map('from-kustomize') },
    says: [/created ConfigMap shop\/from-kustomize/],
  },
  'apps/empty': {
    files: { 'nothing.yaml': '# only a comment\n---\n---\n', 'map.yaml': map('beside-nothing') },
    says: [/created ConfigMap shop\/beside-nothing/],
  },
};

export function filesOf(side: 'base' | 'head'): Record<string, Content> {
  const units = Object.entries({ ...badUnits, ...oddUnits });
  const below = (path: string, files: Readonly<Record<string, Content>>) =>
    Object.entries(files).map(([name, content]) => [`${path}/${name}`, content] as const);
  return Object.fromEntries([
    ['README.md', 'A repository.\n'] as const,
    ...units.flatMap(([path, { base = {}, files }]) => below(path, side === 'base' ? base : files)),
  ]);
}
