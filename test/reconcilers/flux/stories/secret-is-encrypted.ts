import { configMap, manifest, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A Secret that SOPS encrypted, and no decryption: its cipher text lands',
  tell: (place) => ({
    base: { 'apps/all.yaml': manifest(...twoConfigMaps('1'), configMap('three', { n: '1' })) },
    head: {
      'apps/all.yaml': manifest(...twoConfigMaps('2'), configMap('three', { n: '1' })),
      'apps/secret.yaml': manifest({
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'token' },
        stringData: { token: 'ENC[AES256_GCM,data:p673w==,iv:YY=,aad:UQ=,tag:A=]' },
        sops: { mac: 'ENC[AES256_GCM,data:p673w==,iv:YY=,aad:UQ=,tag:A=]', version: '3.9.0' },
      }),
    },
    cluster: [place.source(), place.kustomization({ path: './apps' })],
    lands: true,
  }),
};
