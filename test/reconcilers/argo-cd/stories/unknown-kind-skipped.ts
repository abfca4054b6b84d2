import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'An object of an unknown kind that skips the check fails alone, in its wave',
  versions: ['3.5', '3.2'],
  tell: (place) => {
    const options = { 'argocd.argoproj.io/sync-options': 'SkipDryRunOnMissingResource=true' };
    const widget = {
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      metadata: { name: 'one', annotations: options },
      spec: { size: 1 },
    };
    const later = { annotations: { 'argocd.argoproj.io/sync-wave': '1' } };
    const all = (value: string): string =>
      manifest(
        configMap('one', { value }),
        configMap('two', { value }),
        configMap('later', { value }, later),
      );
    return {
      base: { 'apps/all.yaml': all('1'), 'apps/old.yaml': manifest(configMap('old', { value: '1' })) },
      head: { 'apps/all.yaml': all('2'), 'apps/old.yaml': null, 'apps/widget.yaml': manifest(widget) },
      cluster: [place.application({ source: { path: 'apps' }, syncPolicy: { retry: { limit: 0 } } })],
      syncs: true,
    };
  },
};
