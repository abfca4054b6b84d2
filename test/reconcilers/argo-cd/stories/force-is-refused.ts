import { configMap, manifest, service } from '../../manifests.ts';
import type { JsonObject } from '../../../../src/object/json.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'Two Services are to be made anew and are refused: the one is then gone, the other restored',
  tell: (place) => {
    const of = (name: string, options: string, ports: readonly JsonObject[]) => ({
      ...service(name),
      metadata: { name, annotations: { 'argocd.argoproj.io/sync-options': options } },
      spec: { selector: { app: name }, ports: [...ports] },
    });
    const all = (ports: readonly JsonObject[], n: string): string =>
      manifest(
        of('forced', 'Force=true', ports),
        of('replaced', 'Replace=true,Force=true', ports),
        configMap('web', { n }),
      );
    const http = { name: 'http', port: 80 };
    return {
      base: { 'apps/all.yaml': all([http], '1') },
      head: { 'apps/all.yaml': all([http, { name: 'http', port: 81 }], '2') },
      cluster: [place.application({ source: { path: 'apps' }, syncPolicy: { retry: { limit: 0 } } })],
      syncs: true,
    };
  },
};
