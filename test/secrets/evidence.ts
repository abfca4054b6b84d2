/** What a review must say if every canary really was on its way: without it, silence would pass for secrecy. */
import type { ReviewForm } from '../../src/report/json-form.ts';

type Field = ReviewForm['changes'][number]['fields'][number];
type Proof = readonly [name: string, isThere: (review: ReviewForm) => boolean];

function fieldsOf({ changes }: ReviewForm, name: string): readonly Field[] {
  return changes.find(({ object }) => object.name === name)?.fields ?? [];
}

/** Both sides are there, hidden, and told apart. */
function told(name: string, path: string, around: readonly [string, string] = ['', '']): Proof {
  const [left, right] = around;
  return [
    `${name}${path}`,
    (review) =>
      fieldsOf(review, name).some(
        ({ path: at, before, after }) =>
          at === path &&
          before?.includes(`${left}*** (before)${right}`) === true &&
          after?.includes(`${left}*** (after)${right}`) === true,
      ),
  ];
}

function container(path: string, around?: readonly [string, string]): Proof {
  return told('web', `.spec.template.spec.containers[name=web]${path}`, around);
}

function quoted(name: string, words: string): Proof {
  return [
    `the server's words about ${name}`,
    ({ changes }) =>
      changes.some(
        ({ object, action, message }) =>
          object.name === name && action === 'refused' && message?.includes(words) === true,
      ),
  ];
}

function failed(unit: string, words: string): Proof {
  return [
    `the renderer's words about ${unit}`,
    ({ units }) => units.some(({ id, render }) => id === unit && render.error?.includes(words) === true),
  ];
}

/** Needs no cluster. */
export const fromSource: readonly Proof[] = [
  told('credentials', '.data.password'),
  told('credentials', '.data.tiny'),
  told('settings', '.data.DB_PASSWORD'),
  told('settings', '.data.motd', ['use ', ' today']),
  told('settings', '.data.url', ['postgres://shop:', '@db:5432/shop']),
  told('settings', '.data["app.properties"]', ['db.password=', '']),
  told('settings', '.data["app.yaml"]'),
  told('settings', '.data.copied', ['now ', '!']),
  told('settings', '.data.encoded'),
  told('settings', '.data.repeated', ['the words ', ' again']),
  told('settings', '.metadata.labels.owner'),
  told('settings', '.metadata.annotations["example.com/api-token"]'),
  told('settings', '.metadata.annotations["example.com/note"]', ['see ', '']),
  container('.args[0]', ['--password=', '']),
  container('.args[2]'),
  container('.args[3]', ['--log=', '']),
  container('.env[name=API_TOKEN].value'),
  container('.env[name=GREETING].value', ['hello ', '']),
  told('web', '.spec.template.metadata.annotations["example.com/client-secret"]'),
  failed('plain/charts/failing', 'the token *** has the wrong length'),
  failed('plain/apps/patched', 'unable to parse SM or JSON patch'),
  failed('plain/apps/unreadable', 'Missing closing "quote'),
  failed('plain/apps/twice', 'the key "***" is there twice'),
  ['an object with a secret name', ({ changes }) => changes.some(({ object }) => object.name === '***')],
  ['a unit in a secret path', ({ units }) => units.some(({ path }) => path === 'apps/***')],
  [
    'a change of the unit in a secret path',
    ({ units, changes }) =>
      changes.some(
        ({ unit, object }) => object.name === 'in-a-secret-place' && units.some(({ id }) => id === unit),
      ),
  ],
  [
    'values files with secret names',
    ({ units }) => units.some(({ render }) => JSON.stringify(render.parameters).includes('greeter/***.yaml')),
  ],
  ['files with secret names', ({ selection }) => selection?.unclaimed.includes('docs/***.md') === true],
  ['a branch with a secret name', ({ head }) => head.ref === 'feature/***'],
];

/** Needs the cluster and its policies. */
export const fromCluster: readonly Proof[] = [
  told('session', '.data.key'),
  told('session', '.data.file'),
  told('drifted', '.data.API_KEY'),
  [
    'a value that only lives',
    (review) =>
      fieldsOf(review, 'drifted').some(
        ({ path, before }) => path === '.data.motd' && before === '"live says *** (before)"',
      ) &&
      fieldsOf(review, 'drifted').some(
        ({ path, before }) => path === '.data.copy' && before === '"is *** (before)"',
      ),
  ],
  quoted('quoted-secret', 'found the password *** in it'),
  quoted('quoted-map', 'found *** in it'),
  quoted('number', '.stringData.pin: expected string'),
  quoted('broken', 'illegal base64 data'),
  quoted('docker', 'Invalid value: (hidden)'),
  [
    'a warning',
    ({ changes }) =>
      changes.some(({ warnings }) => warnings.some((text) => text.includes('found *** in it'))),
  ],
];

/** Names of what should be in the review and is not. */
export function missing(review: ReviewForm, proofs: readonly Proof[]): readonly string[] {
  return proofs.filter(([, isThere]) => !isThere(review)).map(([name]) => name);
}
