import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { closedConnections } from '../requests/metrics.ts';

/** The maximum number of pipelined requests that wait on one connection. A connection with more is closed. */
const MAX_WAITING = 100;
/** The maximum size of their headers, and of those on all connections. */
const MAX_BYTES = 256 * 1024;
const MAX_BYTES_IN_ALL = 32 * 1024 * 1024;

/**
 * Starts a pipelined request when the client has read the response before it. Otherwise Node would run all
 * of them and hold every response in memory. Call it before any other hook is added.
 */
export function answerInTurn(app: FastifyInstance): void {
  const waiting = new WeakMap<Socket, { requests: number; bytes: number }>();
  let inAll = 0;

  function waitingOn(socket: Socket): { requests: number; bytes: number } {
    const known = waiting.get(socket);
    if (known) return known;
    const none = { requests: 0, bytes: 0 };
    waiting.set(socket, none);
    // Requests whose connection closes never start.
    socket.once('close', () => {
      inAll -= none.bytes;
    });
    return none;
  }

  app.addHook('onRequest', (request, reply, done) => {
    // A response gets the socket when it is next in order.
    if (reply.raw.socket) return done();
    const { socket } = request.raw;
    const bytes = bytesOf(request.raw);
    const before = waitingOn(socket);
    if (
      before.requests >= MAX_WAITING ||
      before.bytes + bytes > MAX_BYTES ||
      inAll + bytes > MAX_BYTES_IN_ALL
    ) {
      closedConnections.inc({ reason: 'pipelined' });
      socket.destroy();
      return;
    }
    before.requests += 1;
    before.bytes += bytes;
    inAll += bytes;
    reply.raw.once('socket', () => {
      before.requests -= 1;
      before.bytes -= bytes;
      inAll -= bytes;
      done();
    });
  });
}

const bytesOf = ({ rawHeaders, url = '' }: IncomingMessage): number =>
  rawHeaders.reduce((sum, { length }) => sum + length, url.length);
