import { configMap, manifest, service } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title:
    'With the comparison on the server, a port that changes makes that comparison fail, and nothing is synced',
  versions: ['3.5', '3.2'],
  settings: { params: { 'controller.diff.server.side': 'true' } },
  tell: (place) => {
    const all = (port: number, n: string): string => {
      const made = service('web');
      return manifest(
        { ...made, spec: { selector: { app: 'web' }, ports: [{ name: 'http', port }] } },
        configMap('other', { n }),
        configMap('third', { n: '1' }),
      );
    };
    return {
      base: { 'apps/all.yaml': all(80, '1') },
      head: { 'apps/all.yaml': all(8080, '2') },
      cluster: [place.application({ source: { path: 'apps' } })],
      syncs: false,
    };
  },
};
