import assert from 'node:assert/strict';

import { at } from '../../../../src/object/json.ts';
import { applicationSet, folder, inGit, root } from '../application-set.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A templatePatch sends one Application elsewhere and takes its automated sync away',
  tell: (place) => {
    const set = (patch: string) => {
      const made = applicationSet(
        place,
        {
          goTemplate: true,
          generators: [
            {
              list: {
                elements: [
                  { name: 'red', next: true },
                  { name: 'blue', next: false },
                ],
              },
            },
          ],
          templatePatch: patch,
        },
        { name: '{{ .name }}', path: 'teams/{{ .name }}' },
      );
      return inGit(made);
    };
    return {
      base: {
        ...set(''),
        ...folder('teams/red', 'red'),
        ...folder('next/red', 'red', 'next'),
        ...folder('teams/blue', 'blue'),
      },
      head: {
        ...set(`{{- if .next }}
spec:
  source: { path: 'next/{{ .name }}' }
  syncPolicy: { automated: null }
{{- end }}
`),
        ...folder('teams/blue', 'blue', 'Blue'),
      },
      cluster: [root(place)],
      merge: 'by-hand',
      syncs: true,
      check: ({ applications }) => {
        const red = applications.get(`${place.name}-red`);
        assert.equal(at(red, 'spec', 'source', 'path'), 'next/red');
        assert.equal(at(red, 'spec', 'syncPolicy', 'automated'), undefined);
      },
    };
  },
};
