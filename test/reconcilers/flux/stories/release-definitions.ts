import { configMap, manifest } from '../../manifests.ts';
import { widgetDefinition } from '../../widgets.ts';
import { chartInGit, ofGit } from '../chart-in-git.ts';
import type { Story } from '../story.ts';

const group = 'release-definitions.example.com';
const spec = (type: string): Record<string, string | Record<string, Record<string, string>>> => ({
  type: 'object',
  properties: { size: { type } },
});

export const story: Story = {
  title: 'A definition of a chart changes, which an upgrade does not take',
  tell: (place) => ({
    base: {
      'clusters/shop.yaml': manifest(place.helmRelease({ chart: ofGit }, 'shop')),
      ...chartInGit({
        'templates/all.yaml': manifest(
          configMap('one', { n: '1' }),
          configMap('two', { n: '1' }),
          configMap('three', { n: '1' }),
        ),
        'crds/widgets.yaml': manifest(widgetDefinition(group, spec('integer'))),
      }),
    },
    head: chartInGit(
      {
        'templates/all.yaml': manifest(
          configMap('one', { n: '2' }),
          configMap('two', { n: '1' }),
          configMap('three', { n: '1' }),
        ),
        'crds/widgets.yaml': manifest(widgetDefinition(group, spec('string'))),
      },
      '1.1.0',
    ),
    cluster: [place.source(), place.kustomization({ path: './clusters' }, 'root')],
    lands: true,
  }),
};
