/** App keys, App JWTs and installation tokens: how they are made and what is wrong with one that is shown. */
import { createHash, createVerify, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { numberOf, objectOf, parsed } from './json.ts';
import type { App } from './state.ts';

export interface AppKeys {
  /** PKCS#1 PEM, as GitHub hands it out. */
  readonly privateKey: string;
  readonly publicKey: KeyObject;
}

export function appKeys(): AppKeys {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { privateKey: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(), publicKey };
}

function part(text: string): Record<string, unknown> {
  return { ...objectOf(parsed(Buffer.from(text, 'base64url').toString('utf8'))) };
}

const UNDECODABLE = 'A JSON web token could not be decoded';
const LONGEST_LIFE = 600;

function timeProblem(issued: number, expires: number, now: number): string | undefined {
  if (issued > now) return "'Issued at' claim ('iat') must not be in the future";
  if (expires <= now)
    return "'Expiration time' claim ('exp') must be a numeric value representing the future time";
  return expires > now + LONGEST_LIFE
    ? "'Expiration time' claim ('exp') is too far in the future"
    : undefined;
}

/** The reason why GitHub refuses this App JWT, or undefined if it is good. */
export function jwtProblem(app: App, token: string, now: Date): string | undefined {
  const [header = '', payload = '', signature = ''] = token.split('.');
  if (part(header)['alg'] !== 'RS256') return UNDECODABLE;
  const verify = createVerify('RSA-SHA256').update(`${header}.${payload}`);
  if (!verify.verify(app.publicKey, signature, 'base64url')) return UNDECODABLE;
  const claims = part(payload);
  const [issued, expires] = [numberOf(claims['iat']), numberOf(claims['exp'])];
  if (issued === undefined || expires === undefined) return "Missing 'issued at' or 'expiration time' claim";
  if (![String(app.id), app.clientId].includes(String(claims['iss'])))
    return "'Issuer' claim ('iss') must be an Integer";
  return timeProblem(issued, expires, Math.floor(now.getTime() / 1000));
}

const TOKEN_LENGTH = 520;

/** `ghs_APPID_header.payload.signature`, about 520 characters: the shape that replaces the 40 old ones. */
export function newToken(appId: number): string {
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const head = `ghs_${appId}_${encode({ alg: 'RS256', typ: 'JWT' })}.`;
  const claims = { jti: randomBytes(16).toString('hex'), filler: '' };
  const missing = TOKEN_LENGTH - head.length - 1 - 342 - encode(claims).length;
  const body = encode({ ...claims, filler: 'x'.repeat(Math.max(0, Math.floor((missing * 3) / 4))) });
  const seed = createHash('sha512').update(randomBytes(32)).digest();
  const signature = Buffer.concat([seed, randomBytes(256 - seed.length)]).toString('base64url');
  return `${head}${body}.${signature}`;
}
