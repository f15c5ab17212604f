import type { FastifyReply, FastifyRequest } from 'fastify';

/** The client that waits for an answer has given up long before. */
const HELD_MS = 120_000;

/** Never answers, as a server that hangs. */
export function holdAnswer(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  const timer = setTimeout(() => request.raw.socket.destroy(), HELD_MS).unref();
  request.raw.socket.once('close', () => clearTimeout(timer));
}

/** Ends the connection with a reset, before anything is done. */
export function resetConnection(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  dropConnection(request);
}

/** Carries the call out, and drops the connection in place of the answer. */
export function loseAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = reply;
  // Hooks have stored by now what the answer would have been, as they do for an answer that gets lost on its way.
  raw.writeHead = () => {
    dropConnection(request);
    return raw;
  };
}

/** Sends the head and half of the answer, and drops the connection. */
export function truncateAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = reply;
  const write = raw.write.bind(raw);
  const cut = (chunk: unknown) => {
    const bytes = Buffer.from(chunk as Uint8Array);
    raw.write = () => false;
    raw.end = () => raw;
    write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => request.raw.socket.destroy());
  };
  raw.write = (chunk: unknown) => {
    cut(chunk);
    return false;
  };
  raw.end = (chunk?: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) cut(chunk);
    else dropConnection(request);
    return raw;
  };
}

function dropConnection({ raw: { socket } }: FastifyRequest): void {
  // A connection of a test that uses no network has no reset.
  if (typeof socket.resetAndDestroy === 'function') socket.resetAndDestroy();
  else socket.destroy();
}
