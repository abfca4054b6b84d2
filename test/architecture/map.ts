/** The map of allowed imports: room -> the rooms and packages that it may use, each with the reason. */
import { reconcilers } from './reconcilers.ts';
import { words, type Room } from './room.ts';

/** In the order of the house: data flows down, imports point up. Doors and adapters stand at the bottom. */
export const house: readonly Room[] = [
  {
    name: 'object',
    rooms: {},
    packages: { yaml: 'its parser keeps the places of all values' },
  },
  {
    name: 'config',
    rooms: { object: words },
    packages: { zod: 'one description of each file gives its type, its check and its JSON Schema' },
  },
  {
    name: 'source',
    rooms: { object: words },
    packages: {},
  },
  {
    name: 'reconciler',
    rooms: {
      object: words,
      config: 'units may be declared in the repository’s file; the operator’s names the clusters',
      source: 'units are found in a tree',
    },
    packages: { zod: 'the record of a Helm release is checked before it is used' },
  },
  ...reconcilers,
  {
    name: 'render',
    rooms: {
      object: words,
      source: 'what is rendered comes from a tree',
      reconciler: 'a unit’s plan says what to render and how',
    },
    packages: { zod: 'what a renderer wrote about itself is checked before it is used' },
  },
  {
    name: 'live',
    rooms: { object: words, reconciler: 'attempts are the reconciler’s' },
    packages: {},
  },
  {
    name: 'diff',
    rooms: {
      object: words,
      reconciler: 'ignore rules and what was applied are the reconciler’s',
      live: 'a change is made from an answer',
    },
    packages: {
      diff: 'text is compared line by line, as people are used to',
      yaml: 'values of several lines are shown as YAML',
    },
  },
  {
    name: 'health',
    rooms: { object: words },
    packages: {},
  },
  {
    name: 'risk',
    rooms: {
      object: words,
      config: 'severities may be set in the repository’s file',
      reconciler: 'a rule judges units',
      render: 'a render that failed is a finding',
      live: 'an answer that refuses is a finding',
      diff: 'a rule judges changes',
      health: 'a change may land on what is not healthy',
    },
    packages: {},
  },
  {
    name: 'approval',
    rooms: {
      object: words,
      config: 'who may approve is set in the repository’s file',
      diff: 'what would be refused decides',
      risk: 'an approval is given to a finding',
    },
    packages: {},
  },
  {
    name: 'report',
    rooms: {
      object: words,
      reconciler: 'the reasons for which a unit is reviewed are a closed list',
      diff: 'changes are shown',
      risk: 'findings are shown',
      approval: 'the conclusion is shown',
    },
    packages: { zod: 'the JSON form is a contract with a schema' },
  },
  {
    name: 'review',
    rooms: {
      object: words,
      config: 'the repository’s and the operator’s settings',
      source: 'a stage of the story',
      reconciler: 'the contract that every reconciler fills',
      render: 'a stage of the story',
      live: 'a stage of the story',
      diff: 'a stage of the story',
      risk: 'a stage of the story',
      approval: 'a stage of the story',
      report: 'a stage of the story',
    },
    packages: { diff: 'lines of the merge are found again in head as it was pushed' },
  },
  {
    name: 'github',
    rooms: {
      object: words,
      source: 'fits the pull request that source/ asks for',
      approval: 'a conclusion becomes a check run’s',
    },
    packages: {
      probot: 'the App’s authentication and events',
      '@octokit/rest': 'types of GitHub’s API',
      pino: 'the log that Probot is given',
    },
  },
  {
    name: 'http',
    rooms: {
      config: 'which hosts there are and where their credentials stand',
      source: 'fits the network that source/ asks for',
    },
    packages: { undici: 'one pool of connections, to addresses that were checked' },
  },
  {
    name: 'kube',
    rooms: {
      object: words,
      config: 'which cluster and how to reach it',
      live: 'fits the cluster that live/ asks for',
      http: 'errors of the network are told in the same way',
    },
    packages: {
      undici: 'one pool of connections for all requests',
      '@kubernetes/client-node': 'reads kubeconfigs and credentials, and nothing else',
      yaml: 'a kubeconfig is YAML',
    },
  },
  {
    name: 'process',
    rooms: {
      source: 'fits the Git that source/ asks for',
      render: 'fits the programs that render/ asks for',
    },
    packages: {},
  },
  {
    name: 'adapters',
    rooms: {
      object: words,
      config: 'the operator’s file says which adapters there are',
      source: 'the Git that the adapter fits',
      render: 'the cache and the programs that the adapters fit',
      live: 'the guard and the schemas that belong to one cluster',
      reconciler: 'the contract that each reconciler fills',
      'reconciler/argo-cd': 'the list of the reconcilers that there are',
      'reconciler/fleet': 'the list of the reconcilers that there are',
      'reconciler/flux': 'the list of the reconcilers that there are',
      'reconciler/plain': 'the list of the reconcilers that there are',
      risk: 'the key of fingerprints',
      review: 'what it wants to be given',
      kube: 'adapter',
      http: 'adapter',
      process: 'adapter',
    },
    packages: {},
  },
  {
    name: 'app',
    rooms: {
      object: words,
      config: 'the operator’s settings',
      source: 'a pull request and its revisions',
      risk: 'the key of fingerprints',
      approval: 'how work without a review is concluded',
      report: 'what is posted',
      review: 'the story that it starts',
      github: 'adapter',
      kube: 'adapter',
      adapters: 'all of them, opened once',
    },
    packages: { probot: 'events come in through it', pino: 'the log' },
  },
  {
    name: 'main',
    rooms: {
      object: words,
      config: 'environment and files',
      source: 'mirrors',
      github: 'adapter',
      adapters: 'all of them, opened once',
      app: 'the door that it opens',
    },
    packages: { probot: 'the server', pino: 'the log' },
  },
  {
    name: 'cli',
    rooms: {
      object: words,
      config: 'flags and files',
      source: 'a checkout and its revisions',
      live: 'whether the credential of the person could write',
      risk: 'the key of fingerprints, and the names of rules',
      approval: 'a conclusion becomes an exit code',
      report: 'what is printed',
      review: 'the story that it starts',
      kube: 'adapter',
      adapters: 'all of them, opened once',
      main: 'the server that `serve` starts',
    },
    packages: {},
  },
];
