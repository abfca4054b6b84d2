/** An Application -> whether Argo CD compares what lives by a dry run on the server (controller/state.go). */
import type { ArgoUnit } from '../application.ts';
import { wordsIn } from './annotations.ts';

const compareOptions = 'argocd.argoproj.io/compare-options';

export function comparesOnServer({ application, installation }: ArgoUnit): boolean {
  const { annotations } = application;
  const said = wordsIn({ metadata: { annotations } }, compareOptions);
  if (said.includes('ServerSideDiff=false')) return false;
  return installation.serverSideDiff || said.includes('ServerSideDiff=true');
}
