type OAuthErrorCode = 'invalid_client' | 'invalid_request' | 'invalid_scope' | 'invalid_grant';

/**
 * Returned when the token service refuses a request. The caller sees `error` and the message. `reason` is
 * only for the log and never contains a secret, a token or any part of an assertion but its audience.
 */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly error: OAuthErrorCode;
  readonly reason: string;

  constructor(error: OAuthErrorCode, description: string, reason: string = description) {
    super(description);
    this.error = error;
    this.reason = reason;
  }
}

/**
 * For a well-formed assertion that fails on time, audience, client ID, signature or reuse. The interface documents the
 * text with this grammatical mistake.
 */
export const invalidAssertion = (reason: string) =>
  new OAuthError('invalid_client', 'JWT is has expired or is not valid', reason);

/** For anything malformed or missing, a wrong realm, or a wrong assertion type. */
export const authenticationFailed = (reason: string) =>
  new OAuthError('invalid_client', 'Client authentication failed', reason);

export const invalidScope = (reason: string) =>
  new OAuthError('invalid_scope', 'Unknown/invalid scope(s)', reason);
