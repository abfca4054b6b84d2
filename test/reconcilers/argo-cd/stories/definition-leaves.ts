import { configMap, manifest } from '../../manifests.ts';
import { granted } from '../granted.ts';
import type { Story } from '../story.ts';
import { widgetDefinition } from '../../widgets.ts';

export const story: Story = {
  title: 'A definition leaves the directory and stays, for it bears no mark; its object is pruned',
  tell: (place) => {
    const group = `${place.name}.example.com`;
    const spec = {
      type: 'object',
      properties: { size: { type: 'integer' }, ports: { type: 'array', items: { type: 'integer' } } },
    };
    const definition = (label: string) => widgetDefinition(group, spec, { labels: { label } });
    const widget = (name: string, ports: readonly number[]) => ({
      apiVersion: `${group}/v1`,
      kind: 'Widget',
      metadata: { name },
      spec: { size: 1, ports: [...ports] },
    });
    return {
      base: {
        'apps/definition.yaml': manifest(definition('one')),
        'apps/widgets.yaml': manifest(
          widget('one', [1, 2]),
          widget('old', [1]),
          configMap('one', { n: '1' }),
        ),
      },
      head: {
        'apps/definition.yaml': null,
        'apps/widgets.yaml': manifest(widget('one', [2, 3]), configMap('one', { n: '1' })),
      },
      cluster: [
        definition('one'),
        ...granted(place, group, 'widgets'),
        place.application({ source: { path: 'apps' } }),
      ],
      drift: async (hand) => {
        const one = widget('one', [9, 1, 2]);
        await hand.edit({
          ...one,
          metadata: { name: 'one', namespace: place.namespace, labels: { by: 'hand' } },
        });
      },
      syncs: true,
    };
  },
};
