/** The annotation in which kubectl and Argo CD keep what a client-side apply stated last, as JSON. */
export const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';
