import { signAssertion } from './assertion.ts';
import { failureOf } from './errors.ts';
import { send, type Transport } from './http.ts';

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** A token is renewed 90 s before it expires, or after 85 % of its lifetime if that is later. */
const EARLY_S = 90;
const EARLY_PART = 0.15;

/** The access token of one realm, renewed before it expires. Concurrent callers share one renewal. */
export class TokenSource {
  readonly #options: TokenOptions;
  #current: { token: string; renewAt: number } | undefined;
  #renewal: Promise<string> | undefined;

  constructor(options: TokenOptions) {
    this.#options = options;
  }

  get(): Promise<string> {
    if (this.#current && this.#options.now() < this.#current.renewAt)
      return Promise.resolve(this.#current.token);
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  /** Forgets a token that was refused, unless it has been replaced already. */
  drop(token: string): void {
    if (this.#current?.token === token) this.#current = undefined;
  }

  async #renew(): Promise<string> {
    const { now } = this.#options;
    const { access_token: token, expires_in: lifeS } = await requestToken(this.#options);
    this.#current = { token, renewAt: now() + (lifeS - Math.min(EARLY_S, lifeS * EARLY_PART)) * 1000 };
    return token;
  }
}

interface TokenOptions {
  readonly credentials: Credentials;
  readonly transport: Transport;
  /** The origin of the token service. */
  readonly origin: string;
  readonly realm: string;
  readonly scope: string;
  readonly now: () => number;
}

interface TokenAnswer {
  readonly access_token: string;
  readonly expires_in: number;
}

async function requestToken(options: TokenOptions): Promise<TokenAnswer> {
  const { credentials, transport, origin, realm, scope, now } = options;
  const url = `${origin}/identity/oauth2/access_token`;
  // An assertion can only be used once, so a repeated request needs a new one.
  const fresh: typeof fetch = async (target, init) => {
    const assertion = await signAssertion({ ...credentials, audience: `${url}?realm=${realm}`, now: now() });
    const form = {
      grant_type: 'client_credentials',
      client_assertion_type: ASSERTION_TYPE,
      client_assertion: assertion,
      realm,
      scope,
    };
    return transport.fetch(target, { ...init, body: new URLSearchParams(form).toString() });
  };
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
  const response = await send({ ...transport, fetch: fresh }, url, { method: 'POST', headers });
  if (!response.ok) throw await failureOf(response);
  return (await response.json()) as TokenAnswer;
}
