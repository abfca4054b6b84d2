/** A request to a server outside -> its answer in bytes, or why there is none. http/ fits it. */

export interface WebRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the connection may lead to a private or loopback address; never to a link-local one by name. */
  readonly mayBePrivate: boolean;
  /** Of the body, in bytes. */
  readonly largest: number;
  readonly signal: AbortSignal;
}

export interface WebFailure {
  readonly kind: 'failure';
  readonly why: 'private-address' | 'too-large' | 'timeout' | 'unreachable';
  /** Secret until masked. */
  readonly message: string;
}

export interface WebReply {
  readonly kind: 'reply';
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export type WebOutcome = WebReply | WebFailure;

export interface Web {
  /** Follows no redirect. */
  get(request: WebRequest): Promise<WebOutcome>;
  /** Where a name leads, for a program that connects by itself. */
  addressesOf(
    host: string,
    mayBePrivate: boolean,
  ): Promise<{ readonly kind: 'addresses'; readonly addresses: readonly string[] } | WebFailure>;
}
