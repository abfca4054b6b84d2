/** An entry of a kustomization that is no path of the tree -> the remote that kustomize would fetch. */
import type { Remote } from '../contract.ts';
import type { Reference } from './kustomization.ts';

/** URLs, scp-like addresses, and the one host that needs no scheme (`github.com/owner/name//path?ref=v1`). */
export function isRemote(text: string): boolean {
  if (/^(?:[a-z][a-z0-9+.-]*::)?[a-z][a-z0-9+.-]*:\/\//i.test(text)) return true;
  if (/^[\w.-]+@[\w.-]+:/.test(text)) return true;
  return /^(?:git::)?github\.com[/:]/i.test(text);
}

export function remoteOf({ text, place }: Reference): Remote {
  const version = /[?&](?:ref|version)=([^&]+)/.exec(text)?.[1];
  return { url: text, version, place };
}
