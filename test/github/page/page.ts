/** An address -> the page that a person sees there. */
import type { State } from '../state.ts';

export function pageFor(_state: State, _url: URL): Promise<string | undefined> {
  return Promise.resolve(undefined);
}
