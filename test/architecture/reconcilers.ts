/** The part of the map that says what each reconciler may use: none knows another. */
import { words, type Room } from './room.ts';

export const reconcilers: readonly Room[] = [
  {
    name: 'reconciler/plain',
    rooms: {
      object: words,
      config: 'the repository’s file may say which units there are',
      source: 'units are found in a tree',
      reconciler: 'the contract that it fills',
    },
    packages: { zod: 'the settings of a unit are checked before they are used' },
  },
  {
    name: 'reconciler/argo-cd',
    rooms: {
      object: words,
      config: 'the operator’s file names clusters and installations',
      source: 'units are found in a tree',
      reconciler: 'the contract that it fills',
    },
    packages: {
      zod: 'the settings of a unit are checked before they are used',
      'jq-wasm': 'ignore rules find fields by expressions of jq',
    },
  },
  {
    name: 'reconciler/fleet',
    rooms: {
      object: words,
      config: 'the operator’s file names clusters and installations',
      source: 'units are found in a tree',
      reconciler: 'the contract that it fills',
    },
    packages: { zod: 'the settings of a unit are checked before they are used' },
  },
  {
    name: 'reconciler/flux',
    rooms: {
      object: words,
      config: 'the operator’s file names clusters and installations',
      source: 'units are found in a tree',
      reconciler: 'the contract that it fills',
    },
    packages: { zod: 'the settings of a unit are checked before they are used' },
  },
];
