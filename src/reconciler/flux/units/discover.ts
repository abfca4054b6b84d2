/** Where Flux objects may be declared -> one unit for each Kustomization and HelmRelease of this repository, and what is to be said of them. */
import type { Declarations, Discovery } from '../../declarations.ts';

/** Throws SourceError. */
export async function discover(_declarations: Declarations): Promise<Discovery> {
  return Promise.resolve({ units: [], gaps: [] });
}
