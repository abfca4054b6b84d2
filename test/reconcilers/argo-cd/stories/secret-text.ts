import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

const secret = (name: string, fields: object) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name },
  type: 'Opaque',
  ...fields,
});

const encoded = (text: string): string => Buffer.from(text).toString('base64');

export const story: Story = {
  title: 'Secrets change as text and encoded, and a ConfigMap holds bytes',
  tell: (place) => ({
    base: {
      'apps/all.yaml': manifest(
        secret('text', { stringData: { password: 'old', user: 'web' } }),
        secret('bytes', { data: { key: encoded('old'), gone: encoded('x') } }),
        secret('both', { data: { a: encoded('data') }, stringData: { a: 'text' } }),
        { ...configMap('bytes', { n: '1' }), binaryData: { logo: encoded('\u0001old') } },
      ),
    },
    head: {
      'apps/all.yaml': manifest(
        secret('text', { stringData: { password: 'new' } }),
        secret('bytes', { data: { key: encoded('new') } }),
        secret('both', { data: { a: encoded('data'), b: encoded('b') }, stringData: { a: 'text' } }),
        { ...configMap('bytes', { n: '2' }), binaryData: { logo: encoded('\u0001new') } },
      ),
    },
    cluster: [place.application({ source: { path: 'apps' } })],
    syncs: true,
  }),
};
