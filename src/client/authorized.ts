import { type Call, send, type Transport } from './http.ts';
import type { TokenSource } from './tokens.ts';

/**
 * How each interface expects its token: traffic and reporting in X-Auth-*, conversions bare, the others as
 * Bearer.
 */
export type Scheme = 'bearer' | 'bare' | 'x-auth';

/** Sends a request with a token. If the token is refused as expired or revoked, it is renewed once. */
export async function sendAuthorized(
  options: { transport: Transport; tokens: TokenSource; scheme: Scheme },
  url: string,
  call: Call,
): Promise<Response> {
  const { transport, tokens, scheme } = options;
  const withToken = (token: string): Call => ({
    ...call,
    headers: { ...call.headers, ...headersOf(scheme, token) },
  });
  const token = await tokens.get();
  const response = await send(transport, url, withToken(token));
  if (response.status !== 401) return response;
  await response.body?.cancel();
  tokens.drop(token);
  return send(transport, url, withToken(await tokens.get()));
}

function headersOf(scheme: Scheme, token: string): Record<string, string> {
  switch (scheme) {
    case 'bearer':
      return { authorization: `Bearer ${token}` };
    case 'bare':
      return { authorization: token };
    case 'x-auth':
      return { 'x-auth-method': 'OAuth2', 'x-auth-token': token };
  }
}
