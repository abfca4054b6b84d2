/** A repository's URL, or a pattern of such -> the form in which Argo CD compares them (util/git.NormalizeGitURL). */

/** Lower case, without `.git`, and an SSH address with slashes and without its scheme. */
export function normalUrl(url: string): string {
  const text = url.trim().toLowerCase();
  const isSsh = /^(?:ssh:\/\/)?[^/:]*?@[^@]+$/u.test(text);
  const slashed = isSsh && !text.startsWith('ssh://') ? text.replace(':', '/') : text;
  return slashed.replace(/\.git$/u, '').replace(/^ssh:\/\//u, '');
}
