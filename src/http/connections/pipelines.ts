import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { closedConnections } from '../metrics.ts';

/** The most pipelined requests that can wait on one connection. A connection with more is closed. */
const MAX_WAITING = 100;

/**
 * Begins a pipelined request once the one before it is answered and its answer taken: Node would run them all, and
 * keep every answer until the client has read those before it. Call it before any other hook is added.
 */
export function answerInTurn(app: FastifyInstance): void {
  const waiting = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, done) => {
    // A response gets the socket when its turn has come.
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
