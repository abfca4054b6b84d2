/** One unit `plain/web` beside another -> the ways in which it breaks, or cannot be read, without being deleted. */
import type { Blob, Files } from '../render/tree.ts';

export const map = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`;
const link = (content: string): Blob => ({ kind: 'symlink', content });
export const submodule: Blob = { kind: 'submodule', content: '' };
const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12\n`;
const chart = 'apiVersion: v2\nname: web\nversion: 1.0.0\n';

export const other: Files = { 'other/a.yaml': map('other') };
export const directory: Files = { ...other, 'web/a.yaml': map('a') };
const json: Files = {
  ...other,
  'web/a.json': JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }),
};
export const kustomization: Files = {
  ...other,
  'web/kustomization.yaml': 'resources: [a.yaml]\n',
  'web/a.yaml': map('a'),
};
export const helm: Files = {
  ...other,
  'web/Chart.yaml': chart,
  'web/templates/a.yaml': map('a'),
  'web/values.yaml': 'a: 1\n',
};

interface Broken {
  readonly title: string;
  readonly base: Files;
  readonly head: Files;
  /** The file that is named; none where no renderer knows one. */
  readonly file: string | undefined;
}

const without = (files: Files, ...gone: readonly string[]): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !gone.includes(path)));

const brokenFiles: readonly Broken[] = [
  ['no YAML any more', 'kind: [\n'],
  ['a text', 'oops\n'],
  ['half an object', 'kind: ConfigMap\n'],
  ['UTF-16', Buffer.from(`\uFEFF${map('a')}`, 'utf16le')],
  ['UTF-16 without a mark', Buffer.from(map('a'), 'utf16le')],
  ['binary', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 0xff])],
  ['larger than 10 MB', `a: ${'x'.repeat(10_500_000)}\n`],
].map(([title, content]) => ({
  title: `the only manifest of a directory becomes ${String(title)}`,
  base: directory,
  head: { ...directory, 'web/a.yaml': content ?? '' },
  file: 'web/a.yaml',
}));

export const broken: readonly Broken[] = [
  ...brokenFiles,
  {
    title: 'the only JSON of a directory breaks',
    base: json,
    head: { ...json, 'web/a.json': '{"kind": [' },
    file: 'web/a.json',
  },
  {
    title: 'the only JSON of a directory becomes larger than 10 MB',
    base: json,
    head: { ...json, 'web/a.json': JSON.stringify('x'.repeat(10_500_000)) },
    file: 'web/a.json',
  },
  {
    title: 'a kustomization does not parse any more',
    base: kustomization,
    head: { ...kustomization, 'web/kustomization.yaml': 'resources: [\n' },
    file: 'web/kustomization.yaml',
  },
  {
    title: 'a kustomization is of another kind, which is none',
    base: kustomization,
    head: {
      ...kustomization,
      'web/kustomization.yaml': 'apiVersion: v1\nkind: Kustomization\nresources: [a.yaml]\n',
    },
    file: 'web/kustomization.yaml',
  },
  {
    title: 'a kustomization becomes a directory',
    base: kustomization,
    head: { ...without(kustomization, 'web/kustomization.yaml'), 'web/kustomization.yaml/x.txt': 'x\n' },
    file: undefined,
  },
  {
    title: 'a Chart.yaml does not parse any more',
    base: helm,
    head: { ...helm, 'web/Chart.yaml': 'name: [\n' },
    file: undefined,
  },
  {
    title: 'a Chart.yaml becomes a directory',
    base: helm,
    head: { ...without(helm, 'web/Chart.yaml'), 'web/Chart.yaml/x.txt': 'x\n' },
    file: undefined,
  },
  { title: 'a Chart.yaml is gone', base: helm, head: without(helm, 'web/Chart.yaml'), file: undefined },
  {
    title: 'a chart becomes a library',
    base: helm,
    head: { ...helm, 'web/Chart.yaml': `${chart}type: library\n` },
    file: undefined,
  },
];

/** What stands where the unit was can be no render. */
export const unread: readonly (Omit<Broken, 'file'> & { readonly why: RegExp })[] = [
  { title: 'is in Git LFS', base: directory, head: { ...directory, 'web/a.yaml': pointer }, why: /LFS/ },
  {
    title: 'is a link out of the repository',
    base: directory,
    head: { ...directory, 'web/a.yaml': link('../../etc/passwd') },
    why: /symbolic link/,
  },
  {
    title: 'is a link to nothing',
    base: directory,
    head: { ...directory, 'web/a.yaml': link('gone.yaml') },
    why: /symbolic link/,
  },
  { title: 'is a submodule', base: directory, head: { ...other, web: submodule }, why: /submodule/ },
  {
    title: 'is in a submodule',
    base: { ...other, 'apps/web/a.yaml': map('a') },
    head: { ...other, apps: submodule },
    why: /submodule/,
  },
  {
    title: 'is a directory that becomes a link to nothing',
    base: directory,
    head: { ...other, web: link('gone') },
    why: /symbolic link/,
  },
  {
    title: 'is a chart whose Chart.yaml is a link out of the repository',
    base: helm,
    head: { ...helm, 'web/Chart.yaml': link('/etc/passwd') },
    why: /link leads out/,
  },
];
