import assert from 'node:assert/strict';

import type { JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { identityUser } from '../../../bed/identity.ts';
import { argoCdNamespace } from '../../../bed/argo-cd/installation.ts';
import { configMap } from '../../manifests.ts';
import { applicationSet, folder, inGit, root } from '../application-set.ts';
import type { Place, Story } from '../story.ts';

export const story: Story = {
  title: 'A set asks for the decisions of every placement with a label, and reaches one cluster more',
  tell: (place) => {
    const set = (chooses: JsonObject): KubeObject =>
      applicationSet(
        place,
        {
          goTemplate: true,
          goTemplateOptions: ['missingkey=error'],
          generators: [
            {
              clusterDecisionResource: {
                configMapRef: `${place.name}-placement`,
                ...chooses,
                values: { from: 'placement' },
              },
            },
          ],
        },
        {
          name: '{{ .clusterName }}',
          path: 'regions/{{ .name }}',
          metadata: { annotations: { says: '{{ .values.from }} {{ .copies }} {{ .server }}' } },
        },
      );
    return {
      base: {
        ...inGit(set({ name: 'first' })),
        ...folder('regions/north', 'north'),
        ...folder('regions/south', 'south'),
      },
      head: {
        ...inGit(set({ labelSelector: { matchLabels: { region: 'any' } } })),
        ...folder('regions/north', 'north', 'North'),
      },
      cluster: [
        ...placements(place),
        ...['north', 'south', 'west'].map(knownCluster),
        decided('first', 'any', [{ clusterName: 'north', copies: 2_000_000, reason: '' }]),
        decided('second', 'any', [
          { clusterName: 'south', copies: 3, reason: 'Room' },
          { clusterName: 'nowhere', copies: 1, reason: '' },
        ]),
        decided('third', 'none', [{ clusterName: 'west', copies: 1, reason: '' }]),
        root(place),
      ],
      syncs: true,
      check: ({ applications, review }) => {
        assert.deepEqual([...applications.keys()].toSorted(), [
          `${place.name}-north`,
          `${place.name}-root`,
          `${place.name}-south`,
        ]);
        assert.deepEqual(review.gaps, []);
      },
    };

    function decided(name: string, region: string, decisions: readonly JsonObject[]): KubeObject {
      return {
        apiVersion: `${groupOf(place)}/v1beta1`,
        kind: 'PlacementDecision',
        metadata: { name, namespace: argoCdNamespace, labels: { region } },
        status: { decisions },
      };
    }
  },
};

function groupOf(place: Place): string {
  return `${place.name}.example.com`;
}

/** The kind, what tells Argo CD of it, and the right to read it for its controller and for Proofline. */
function placements(place: Place): readonly KubeObject[] {
  const group = groupOf(place);
  const metadata = { name: `${place.name}-placement`, namespace: argoCdNamespace };
  return [
    {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `placementdecisions.${group}` },
      spec: {
        group,
        scope: 'Namespaced',
        names: {
          kind: 'PlacementDecision',
          listKind: 'PlacementDecisionList',
          plural: 'placementdecisions',
          singular: 'placementdecision',
        },
        versions: [{ name: 'v1beta1', served: true, storage: true, schema: { openAPIV3Schema: anything } }],
      },
    },
    {
      ...configMap(metadata.name, {
        apiVersion: `${group}/v1beta1`,
        kind: 'placementdecisions',
        statusListKey: 'decisions',
        matchKey: 'clusterName',
      }),
      metadata,
    },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata,
      rules: [{ apiGroups: [group], resources: ['placementdecisions'], verbs: ['get', 'list'] }],
    },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: metadata.name },
      subjects: [
        {
          kind: 'ServiceAccount',
          name: 'argocd-applicationset-controller',
          namespace: argoCdNamespace,
        },
        { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: identityUser },
      ],
    },
  ];
}

const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

/** Nothing is deployed there. */
function knownCluster(name: string): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: `cluster-${name}`,
      namespace: argoCdNamespace,
      labels: { 'argocd.argoproj.io/secret-type': 'cluster' },
    },
    stringData: { name, server: `https://${name}.invalid`, config: '{}' },
  };
}
