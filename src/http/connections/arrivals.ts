import type { IncomingMessage, RequestListener } from 'node:http';
import { knownClaims } from '../../domain/access/identity/tokens/access-token.ts';
import type { System } from '../../domain/context.ts';
import { Turns } from '../../platform/process/turns.ts';
import { clientAddress } from '../client-address.ts';
import { bearerToken } from '../credentials.ts';
import { sessionToken } from '../session/cookie.ts';

/**
 * Wraps a listener so that requests that arrive together begin in turns: one of each seat, whose users take turns among
 * themselves, or of each address whose token is not known yet, after the other. What a caller sends is never a name of its own, so that nobody gets more turns by
 * inventing tokens. Requests whose client has gone do not begin.
 */
export function inTurn(
  listener: RequestListener,
  system: Pick<System, 'config' | 'publicUrls'>,
): RequestListener {
  const addressOf = clientAddress(system.config.trustedProxies);
  const turns = new Turns<number | string>();
  const turnOf = (request: IncomingMessage): Promise<void> | undefined => {
    const token = bearerToken(request) ?? request.headers['x-auth-token'] ?? sessionToken(system, request);
    const claims = token === undefined ? undefined : knownClaims(String(token));
    return claims ? turns.take(claims.seat_id, { member: claims.user_id }) : turns.take(addressOf(request));
  };
  return (request, response) => {
    // A pipelined request begins when the response before it was read.
    const turn = response.socket ? turnOf(request) : undefined;
    if (!turn) return listener(request, response);
    void turn.then(() => {
      if (!request.destroyed && !response.destroyed) listener(request, response);
    });
  };
}
