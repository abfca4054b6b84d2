import { configMap, manifest, service } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A Service asks for another address and is refused, one becomes headless, one gets a node port',
  tell: (place) => {
    const named = (name: string, spec: object) => {
      const made = service(name);
      return { ...made, spec: { selector: { app: name }, ports: [{ name: 'http', port: 80 }], ...spec } };
    };
    const all = (fixed: object, open: object, n: string): string =>
      manifest(named('fixed', fixed), named('open', open), configMap('web', { n }));
    return {
      base: { 'apps/all.yaml': all({}, {}, '1') },
      head: {
        'apps/all.yaml': all(
          { clusterIP: 'None' },
          { type: 'ExternalName', externalName: 'example.com' },
          '2',
        ),
      },
      cluster: [place.application({ source: { path: 'apps' }, syncPolicy: { retry: { limit: 0 } } })],
      syncs: true,
    };
  },
};
