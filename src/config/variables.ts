/** Every environment variable that Proofline reads, in words for its manual. */

export const variables = {
  APP_ID: "The App's id. Needed to serve.",
  PRIVATE_KEY: "The App's private key: PEM, PEM with `\\n` for its line ends, or either in base64.",
  PRIVATE_KEY_PATH: "A file with the App's private key, instead of PRIVATE_KEY.",
  WEBHOOK_SECRET: 'The secret of its webhook. Needed to serve: without one anybody could send events.',
  GHE_HOST: 'Host of a GitHub Enterprise Server; without it, github.com.',
  GHE_PROTOCOL: '`https` (default) or `http`.',
  PORT: 'Port for webhooks; 3000 by default.',
  HOST: 'Address to listen on; all by default.',
  PROOFLINE_CONFIG: "Path of the operator's file.",
  PROOFLINE_CACHE:
    'Directory for copies of repositories; by default `proofline` in XDG_CACHE_HOME or in `.cache` of HOME.',
  PROOFLINE_KUSTOMIZE:
    'Path of kustomize, or of a kubectl, which carries one; by default the one on PATH, else kubectl.',
  PROOFLINE_HELM3: 'Path of Helm 3; by default `helm3` on PATH.',
  PROOFLINE_HELM4: 'Path of Helm 4; by default `helm4`, else `helm`, on PATH.',
  PROOFLINE_JSONNET: 'Path of the jsonnet that is written in Go; by default `jsonnet` on PATH.',
  PROOFLINE_GOTEMPLATE:
    'Path of the program that tools/gotemplate makes; by default `proofline-gotemplate` on PATH.',
  HTTPS_PROXY:
    "The proxy through which git reaches GitHub. Node's own requests take it where NODE_USE_ENV_PROXY is 1.",
  NO_PROXY: 'Hosts that git reaches without it.',
  GIT_SSL_CAINFO: "A file with the certificate authorities that git trusts; Node's is NODE_EXTRA_CA_CERTS.",
  LOG_LEVEL: '`fatal`, `error`, `warn`, `info` (default), `debug` or `trace`.',
  KUBECONFIG: 'Kubeconfig files of the command line, as for kubectl.',
  KUBERNETES_SERVICE_HOST: "Set in every Pod: its cluster's API server.",
  KUBERNETES_SERVICE_PORT: 'Its port.',
  PATH: 'Where programs are looked for.',
  HOME: 'For `.kube/config` and the cache.',
  XDG_CACHE_HOME: 'For the cache.',
} as const;

export type Variable = keyof typeof variables;

/** What a process was started with; an empty value counts as none. */
export type Variables = Readonly<Partial<Record<string, string>>>;

export function valueOf(from: Variables, variable: Variable): string | undefined {
  const value = from[variable];
  return value === undefined || value === '' ? undefined : value;
}
