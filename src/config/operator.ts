/** The operator's file (PROOFLINE_CONFIG): clusters, who may use them, limits. */

export interface ClusterConfig {
  readonly name: string;
}
export interface OperatorConfig {
  readonly clusters: readonly ClusterConfig[];
}
