/** Patterns of projects and settings, as the libraries of Argo CD read them -> whether they match a text. */
import { compileGlob } from '../../gobwas-glob.ts';
import { goPath } from '../../path-glob.ts';
import { matchesExpression } from './expression.ts';

/** github.com/gobwas/glob without separators. */
export function matchesText(pattern: string, text: string): boolean {
  return pattern === '*' || (compileGlob(pattern)?.matches(text) ?? false);
}

/** Go's filepath.Match, for groups and kinds. */
export function matchesName(pattern: string, text: string): boolean {
  return goPath(pattern)?.(text) ?? false;
}

/** As `sourceNamespaces` and `application.namespaces` are read: between slashes stands a regular expression. */
export function matchesListed(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => {
    const inside = /^\/(.+)\/$/u.exec(pattern)?.[1];
    return (inside !== undefined && matchesExpression(inside, text)) || matchesText(pattern, text);
  });
}

/** github.com/gobwas/glob with `/` as separator, which only `**` passes. */
export function matchesUrl(pattern: string, url: string): boolean {
  return pattern === '*' || (compileGlob(pattern, '/')?.matches(url) ?? false);
}
