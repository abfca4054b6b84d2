/** What a chart may ask about the cluster that it is rendered for, as the cluster's own discovery answers. */

export interface Capabilities {
  /** Such as `v1.35.4`. */
  readonly kubeVersion: string;
  /** Group versions, and with the kind after another slash: `apps/v1`, `apps/v1/Deployment`. */
  readonly apiVersions: readonly string[];
}
