import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

const mode = (name: string, n: string, ssa: string): ReturnType<typeof configMap> =>
  configMap(name, { n }, { annotations: { 'kustomize.toolkit.fluxcd.io/ssa': ssa } });

const once = (name: string, n: string): ReturnType<typeof configMap> => mode(name, n, 'IfNotPresent');
const ignored = (name: string, n: string): ReturnType<typeof configMap> => mode(name, n, 'Ignore');

export const story: Story = {
  title:
    'An object that is only made where there is none is not changed, and an ignored one is not even made',
  versions: ['2.9', '2.7'],
  tell: (place) => ({
    base: { 'apps/all.yaml': manifest(once('kept', '1'), configMap('plain', { n: '1' })) },
    head: {
      'apps/all.yaml': manifest(
        once('kept', '2'),
        once('new', '1'),
        ignored('never', '1'),
        configMap('plain', { n: '2' }),
      ),
    },
    cluster: [place.source(), place.kustomization({ path: './apps' })],
    lands: true,
    also: [configMap('never', {}, { namespace: place.namespace })],
  }),
};
