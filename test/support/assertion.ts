import { createHmac, randomUUID } from 'node:crypto';

export const ORIGIN = 'http://127.0.0.1:4000';
export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

export const audienceOf = (realm: string, origin = ORIGIN) =>
  `${origin}/identity/oauth2/access_token?realm=${realm}`;

export const base64url = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

export const hmac = (text: string, secret: string, hash = 'sha256'): string =>
  createHmac(hash, secret).update(text).digest('base64url');

export interface AssertionOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly realm?: string;
  readonly now?: Date;
  /** A text is sent unchanged, so that JSON which no object produces can be sent. */
  readonly header?: Record<string, unknown> | string;
  readonly claims?: Record<string, unknown> | string;
}

/** A valid client assertion. `header` and `claims` override parts of it. */
export function assertionOf(options: AssertionOptions): string {
  const { clientId, clientSecret, realm = 'dsp', now = new Date(), header = {}, claims = {} } = options;
  const iat = Math.floor(now.getTime() / 1000);
  const standard = {
    aud: audienceOf(realm),
    iss: clientId,
    sub: clientId,
    iat,
    exp: iat + 600,
    jti: randomUUID(),
  };
  const head = typeof header === 'string' ? header : { alg: 'HS256', typ: 'JWT', ...header };
  const body = typeof claims === 'string' ? claims : { ...standard, ...claims };
  const signingInput = `${base64url(head)}.${base64url(body)}`;
  return `${signingInput}.${hmac(signingInput, clientSecret)}`;
}
