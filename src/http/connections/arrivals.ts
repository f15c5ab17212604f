import type { IncomingMessage, RequestListener } from 'node:http';
import { seatOfKnownToken } from '../../domain/access/identity/tokens/access-token.ts';
import type { System } from '../../domain/context.ts';
import { Turns } from '../../platform/process/turns.ts';
import { clientAddress } from '../client-address.ts';
import { bearerToken } from '../credentials.ts';
import { sessionToken } from '../session/cookie.ts';

/**
 * Wraps a listener so that requests that arrive together begin in turns: one of each seat, or of each address whose token
 * is not known yet, after the other. What a caller sends is never a name of its own, so that nobody gets more turns by
 * inventing tokens. Requests whose client has gone do not begin.
 */
export function inTurn(
  listener: RequestListener,
  system: Pick<System, 'config' | 'publicUrls'>,
): RequestListener {
  const addressOf = clientAddress(system.config.trustedProxies);
  const callerOf = (request: IncomingMessage): number | string => {
    const { headers } = request;
    const token = bearerToken(request) ?? headers['x-auth-token'] ?? sessionToken(system, request);
    return (token && seatOfKnownToken(String(token))) || addressOf(request);
  };
  const turns = new Turns<number | string>();
  return (request, response) => {
    // A pipelined request begins when the response before it was read.
    const turn = response.socket ? turns.take(callerOf(request)) : undefined;
    if (!turn) return listener(request, response);
    void turn.then(() => {
      if (!request.destroyed && !response.destroyed) listener(request, response);
    });
  };
}
