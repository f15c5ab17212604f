import type { IncomingMessage, RequestListener } from 'node:http';
import { Turns } from '../../platform/process/turns.ts';

/** Requests that arrived together are taken for so long before others are read. */
const TURN_MS = 5;

/**
 * Wraps a listener so that requests that arrive together are taken in turns, one of each token after the other: reading
 * a thousand of one caller would otherwise keep all others waiting. A request whose client has gone is not taken.
 */
export function inTurn(listener: RequestListener): RequestListener {
  const turns = new Turns<string>({ turnMs: TURN_MS });
  return (request, response) => {
    const turn = turns.take(tokenOf(request));
    if (!turn) return listener(request, response);
    void turn.then(() => {
      if (!response.destroyed) listener(request, response);
    });
  };
}

/** The token as it was sent, or the address of a caller without one. */
const tokenOf = ({ headers, socket }: IncomingMessage): string =>
  headers.authorization ??
  headers['x-auth-token']?.toString() ??
  headers.cookie ??
  socket.remoteAddress ??
  '';
