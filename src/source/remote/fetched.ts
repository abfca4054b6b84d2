/** What the fetch of one remote gives: the RemoteTree of a success, since all else ends in a RemoteError. */
import type { RemoteTree } from '../remote.ts';

export type Fetched = Extract<RemoteTree, { readonly kind: 'tree' }>;
