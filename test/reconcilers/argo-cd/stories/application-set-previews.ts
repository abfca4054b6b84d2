import assert from 'node:assert/strict';

import { argoCdNamespace } from '../../../bed/argo-cd/installation.ts';
import { configMap, manifest } from '../../manifests.ts';
import { applicationSet, folder, inGit, root } from '../application-set.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'The merge closes the pull request, and with it goes the preview that a set made of it',
  tell: (place) => {
    const { origin, pathname } = new URL(place.repoURL);
    const [owner = '', repo = ''] = pathname.replace(/^\/|\.git$/gu, '').split('/');
    const secret = `${place.name}-github`;
    const set = applicationSet(
      place,
      {
        goTemplate: true,
        goTemplateOptions: ['missingkey=error'],
        generators: [
          {
            pullRequest: {
              github: { api: `${origin}/`, owner, repo, tokenRef: { secretName: secret, key: 'token' } },
              filters: [{ branchMatch: '^change$' }, { branchMatch: '^Feature', targetBranchMatch: 'main' }],
              values: { from: '{{ .target_branch_slug }} {{ .head_short_sha_7 }}' },
            },
          },
        ],
      },
      {
        name: 'preview-{{ .number }}',
        path: 'preview',
        metadata: { annotations: { of: '{{ .branch_slug }} of {{ .values.from }}, {{ .title }}' } },
        spec: {
          source: {
            targetRevision: '{{ .head_sha }}',
            path: 'preview',
            kustomize: { namePrefix: 'pr-{{ .number }}-' },
          },
        },
      },
    );
    return {
      base: {
        ...inGit(set),
        ...folder('apps', 'web'),
        'preview/kustomization.yaml': 'resources: [all.yaml]\n',
        'preview/all.yaml': manifest(configMap('a', { says: 'base' }), configMap('b', { says: 'base' })),
      },
      head: { ...folder('apps', 'web', 'Web') },
      alsoOpen: {
        'Feature/new_words': folder('other', 'words'),
        unrelated: folder('more', 'more'),
      },
      cluster: [
        {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: { name: secret, namespace: argoCdNamespace },
          stringData: { token: place.token },
        },
        root(place),
        place.application({ source: { path: 'apps' } }),
      ],
      syncs: true,
      check: ({ applications, predicted, review }) => {
        assert.deepEqual([...applications.keys()].toSorted(), [
          place.name,
          `${place.name}-preview-2`,
          `${place.name}-root`,
        ]);
        assert.deepEqual(
          predicted
            .filter(({ identity, action }) => identity.kind === 'ConfigMap' && action === 'deleted')
            .map(({ identity }) => identity.name)
            .toSorted(),
          ['pr-1-a', 'pr-1-b'],
        );
        assert.deepEqual(review.gaps, []);
      },
    };
  },
};
