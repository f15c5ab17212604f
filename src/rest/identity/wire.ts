import type { Form } from '../../domain/access/identity/assertions/authenticate-client.ts';
import { OAuthError } from '../../domain/access/identity/oauth-error.ts';

const MAX_PARAMETERS = 100;

/**
 * Parses a form body. Parameters of the query string are ignored (RFC 6749 section 2.3.1). Parameters without a value
 * count as not sent (section 3.2). Throws OAuthError for a repeated parameter and for too many.
 */
export function wireToForm(body: unknown): Form {
  const form = typeof body === 'string' ? body : '';
  if (form.split('&', MAX_PARAMETERS + 1).length > MAX_PARAMETERS)
    throw new OAuthError('invalid_request', `A form can have at most ${MAX_PARAMETERS} parameters`);
  const parameters = new URLSearchParams(form);
  const names = [...parameters.keys()];
  if (new Set(names).size < names.length) throw new OAuthError('invalid_request', 'A parameter is repeated');
  return new Map([...parameters].filter(([, value]) => value !== ''));
}

/** Returns the token of `Authorization: Bearer …`; undefined without that header or scheme. */
export const bearerOf = (authorization: string | undefined): string | undefined =>
  /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
