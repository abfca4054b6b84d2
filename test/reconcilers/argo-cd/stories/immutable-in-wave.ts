import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

const wave = (number: number) => ({
  annotations: { 'argocd.argoproj.io/sync-wave': String(number) },
});

export const story: Story = {
  title: 'The second of three waves has an immutable field: its rest lands, and the third is not reached',
  tell: (place) => {
    const fixed = (number: string) => ({ ...configMap('fixed', { number }, wave(1)), immutable: true });
    const all = (number: string): string =>
      manifest(
        configMap('first', { number }, wave(0)),
        configMap('second', { number }, wave(1)),
        fixed(number),
        configMap('third', { number }, wave(2)),
      );
    return {
      base: {
        'apps/all.yaml': all('1'),
        'apps/old.yaml': manifest(configMap('old', {}, wave(2))),
      },
      head: { 'apps/all.yaml': all('2'), 'apps/old.yaml': null },
      cluster: [place.application({ source: { path: 'apps' }, syncPolicy: { retry: { limit: 0 } } })],
      syncs: true,
    };
  },
};
