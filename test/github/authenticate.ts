/** An `Authorization` header -> who is calling, or why GitHub does not believe it. */
import { jwtProblem } from './credentials.ts';
import type { InstallationToken, State } from './state.ts';

export type Caller =
  | { readonly kind: 'app' }
  | { readonly kind: 'token'; readonly token: InstallationToken }
  | { readonly kind: 'nobody'; readonly why: string };

function nobody(why: string): Caller {
  return { kind: 'nobody', why };
}

function withToken(state: State, value: string): Caller {
  const token = state.tokens.get(value);
  if (!token || token.expiresAt <= state.now()) return nobody('Bad credentials');
  if (token.installation.suspendedAt) return nobody('This installation has been suspended');
  return { kind: 'token', token };
}

export function authenticate(state: State, header: string | undefined): Caller {
  if (!header) return nobody('Requires authentication');
  const [scheme = '', value = ''] = header.split(/\s+/, 2);
  if (scheme.toLowerCase() === 'basic') {
    const [, password = ''] = Buffer.from(value, 'base64').toString('utf8').split(/:(.*)/s);
    return withToken(state, password);
  }
  if (!['bearer', 'token'].includes(scheme.toLowerCase())) return nobody('Bad credentials');
  if (state.tokens.has(value) || value.startsWith('ghs_')) return withToken(state, value);
  const problem = jwtProblem(state.app, value, state.now());
  return problem ? nobody(problem) : { kind: 'app' };
}
