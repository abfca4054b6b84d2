import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';
import { widgetDefinition } from '../../widgets.ts';

export const story: Story = {
  title: 'A definition and an object of its kind come in one change',
  tell: (place) => {
    const group = `${place.name}.example.com`;
    const definition = widgetDefinition(group, {
      type: 'object',
      properties: { size: { type: 'integer' }, color: { type: 'string', default: 'blue' } },
    });
    const widget = {
      apiVersion: `${group}/v1`,
      kind: 'Widget',
      metadata: { name: 'one' },
      spec: { size: 3 },
    };
    return {
      base: { 'apps/config.yaml': manifest(configMap('one', { n: '1' })) },
      head: {
        'apps/config.yaml': manifest(configMap('one', { n: '2' })),
        'apps/widget.yaml': manifest(widget, definition),
      },
      cluster: [place.application({ source: { path: 'apps' } })],
      syncs: true,
    };
  },
};
