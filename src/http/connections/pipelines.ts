import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { closedConnections } from '../metrics.ts';

/** The maximum number of pipelined requests that wait on one connection. A connection with more is closed. */
const MAX_WAITING = 100;

/**
 * Starts a pipelined request when the client has read the response before it. Otherwise Node would run all
 * of them and hold every response in memory. Call it before any other hook is added.
 */
export function answerInTurn(app: FastifyInstance): void {
  const waiting = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, done) => {
    // A response gets the socket when it is next in order.
    if (reply.raw.socket) return done();
    const { socket } = request.raw;
    const count = (waiting.get(socket) ?? 0) + 1;
    if (count > MAX_WAITING) {
      closedConnections.inc({ reason: 'pipelined' });
      socket.destroy();
      return;
    }
    waiting.set(socket, count);
    reply.raw.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      done();
    });
  });
}
