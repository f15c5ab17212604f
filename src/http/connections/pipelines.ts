import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { closedConnections } from '../requests/metrics.ts';

/** The maximum number of pipelined requests that wait on one connection. A connection with more is closed. */
const MAX_WAITING = 50;
/** The maximum size of their headers, and of those on all connections. */
const MAX_BYTES = 256 * 1024;
const MAX_BYTES_IN_ALL = 32 * 1024 * 1024;

/**
 * Starts a pipelined request when the client has read the response before it. Otherwise Node would run all of them and
 * hold every response in memory. Requests of a connection that closes meanwhile never start, and cost next to nothing.
 */
export function answerInTurn({ server }: FastifyInstance): void {
  const [answer] = server.listeners('request') as RequestListener[];
  if (!answer) throw new Error('The server has no listener.');
  const waiting = new WeakMap<Socket, { requests: number; bytes: number }>();
  let inAll = 0;

  function waitingOn(socket: Socket): { requests: number; bytes: number } {
    const known = waiting.get(socket);
    if (known) return known;
    const none = { requests: 0, bytes: 0 };
    waiting.set(socket, none);
    // Before Node's own listener, which makes an error for each of them.
    socket.prependOnceListener('close', () => {
      inAll -= none.bytes;
      if (none.requests > 0) omitStacks();
    });
    return none;
  }

  server.off('request', answer).on('request', (request, response) => {
    // A response gets the socket when it is next in order.
    if (response.socket) return answer(request, response);
    const { socket } = request;
    // Node goes on to parse what it has read from a connection that was closed.
    if (socket.destroyed) return;
    const bytes = bytesOf(request);
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
    response.once('socket', () => {
      before.requests -= 1;
      before.bytes -= bytes;
      inAll -= bytes;
      answer(request, response);
    });
  });
}

const STACK_LENGTH = Error.stackTraceLimit;

/** Until the end of the listeners of an event: describing the stack takes most of the time of a request that is dropped. */
function omitStacks(): void {
  Error.stackTraceLimit = 0;
  process.nextTick(() => {
    Error.stackTraceLimit = STACK_LENGTH;
  });
}

const bytesOf = ({ rawHeaders, url = '' }: IncomingMessage): number =>
  rawHeaders.reduce((sum, { length }) => sum + length, url.length);
