/** Two trees of files -> a checkout whose `main` is base and whose working branch is head. */
import { mkdir } from 'node:fs/promises';

import { git } from '../github/git.ts';
import { commit, type Content } from '../source/commit.ts';

type Files = Readonly<Record<string, Content>>;

export interface Checkout {
  readonly directory: string;
  readonly base: string;
  readonly head: string;
}

/** `head` is the whole tree. */
export async function checkout(
  directory: string,
  sides: { readonly base: Files; readonly head: Files },
  branch = 'change',
): Promise<Checkout> {
  await mkdir(directory, { recursive: true });
  await git(directory, ['init', '--quiet', '--initial-branch=main']);
  const base = await commit(directory, sides.base);
  await git(directory, ['checkout', '--quiet', '-b', branch]);
  const gone = Object.keys(sides.base).filter((path) => !(path in sides.head));
  const head = await commit(directory, {
    ...Object.fromEntries(gone.map((path) => [path, undefined])),
    ...sides.head,
  });
  return { directory, base, head };
}
