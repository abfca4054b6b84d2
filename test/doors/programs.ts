/** The real renderers and git -> the environment of a Proofline process of its own, which inherits nothing else. */
import { resolve } from '../bed/resolve.ts';

export async function programEnvironment(folder: string): Promise<Record<string, string>> {
  const [kustomize, helm3, helm4, jsonnet, gotemplate] = await Promise.all([
    resolve('kustomize'),
    resolve('helm3'),
    resolve('helm4'),
    resolve('jsonnet'),
    resolve('gotemplate'),
  ]);
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    PROOFLINE_CACHE: `${folder}/cache`,
    PROOFLINE_KUSTOMIZE: kustomize,
    PROOFLINE_HELM3: helm3,
    PROOFLINE_HELM4: helm4,
    PROOFLINE_JSONNET: jsonnet,
    PROOFLINE_GOTEMPLATE: gotemplate,
  };
}
