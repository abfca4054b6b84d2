import { stringify } from 'yaml';

import type { JsonObject } from '../../../../src/object/json.ts';
import { configMap, manifest } from '../../manifests.ts';
import { granted } from '../granted.ts';
import type { Story } from '../story.ts';
import { widgetDefinition } from '../../widgets.ts';

const fields = [
  { field: 'spec.size', type: 'core/Quantity' },
  { field: 'spec.every', type: 'meta/v1/Duration' },
  { field: 'spec.template', type: 'core/v1/PodSpec' },
];

export const story: Story = {
  title: 'Fields of a custom kind are said to be of core types, and other writings of them start no sync',
  settings: {
    cm: { 'resource.customizations.knownTypeFields.known-types.example.com_Widget': stringify(fields) },
  },
  tell: (place) => {
    const group = `${place.name}.example.com`;
    const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    const definition = widgetDefinition(group, open);
    const widget = (name: string, spec: JsonObject) => ({
      apiVersion: `${group}/v1`,
      kind: 'Widget',
      metadata: { name },
      spec,
    });
    const pods = (resources: JsonObject, more: JsonObject): JsonObject => ({
      containers: [{ name: 'web', image: 'registry.example.com/web:1', resources }],
      ...more,
    });
    return {
      base: {
        'apps/all.yaml': manifest(
          widget('one', { size: '1000m', every: '60s' }),
          widget('two', { template: pods({ limits: { cpu: '1000m' } }, {}) }),
          configMap('one', { n: '1' }),
        ),
      },
      head: {
        'apps/all.yaml': manifest(
          widget('one', { size: 1, every: '1m' }),
          widget('two', { template: pods({ limits: { cpu: 1 } }, { tolerations: [] }) }),
          configMap('one', { n: '1' }),
        ),
      },
      cluster: [
        definition,
        ...granted(place, group, 'widgets'),
        place.application({ source: { path: 'apps' } }),
      ],
      syncs: false,
    };
  },
};
