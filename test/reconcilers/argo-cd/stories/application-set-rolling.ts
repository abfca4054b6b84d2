import assert from 'node:assert/strict';

import { at } from '../../../../src/object/json.ts';
import { applicationSet, folder, inGit, root } from '../application-set.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'RollingSync lands a change in its steps',
  settings: { params: { 'applicationsetcontroller.enable.progressive.syncs': 'true' } },
  tell: (place) => {
    const step = (name: string) => ({ matchExpressions: [{ key: 'stage', operator: 'In', values: [name] }] });
    const set = applicationSet(
      place,
      {
        goTemplate: true,
        generators: [
          {
            list: {
              elements: [
                { name: 'red', stage: 'first' },
                { name: 'blue', stage: 'second' },
              ],
            },
          },
        ],
        strategy: { type: 'RollingSync', rollingSync: { steps: [step('first'), step('second')] } },
      },
      { name: '{{ .name }}', path: 'teams/{{ .name }}', metadata: { labels: { stage: '{{ .stage }}' } } },
    );
    return {
      base: { ...inGit(set), ...folder('teams/red', 'red'), ...folder('teams/blue', 'blue') },
      head: { ...folder('teams/red', 'red', 'Red'), ...folder('teams/blue', 'blue', 'Blue') },
      cluster: [root(place)],
      syncs: true,
      check: ({ applications }) => {
        const red = applications.get(`${place.name}-red`);
        assert.notEqual(at(red, 'spec', 'syncPolicy', 'automated', 'prune'), undefined);
      },
    };
  },
};
