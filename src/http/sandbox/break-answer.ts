import type { FastifyReply, FastifyRequest } from 'fastify';

/** The client has stopped waiting for a response long before this. */
const HELD_MS = 120_000;

/** Never replies, like a server that hangs. */
export function holdAnswer(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  const timer = setTimeout(() => request.raw.socket.destroy(), HELD_MS).unref();
  request.raw.socket.once('close', () => clearTimeout(timer));
}

/** Resets the connection before the call is executed. */
export function resetConnection(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  dropConnection(request);
}

/** Executes the call, and drops the connection instead of replying. */
export function loseAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = reply;
  // Hooks have stored the response by now, as for a response that is lost in the network.
  raw.writeHead = () => {
    dropConnection(request);
    return raw;
  };
}

/** Sends the headers and half of the body, and drops the connection. */
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
  // An injected request in a test has no real connection to reset.
  if (typeof socket.resetAndDestroy === 'function') socket.resetAndDestroy();
  else socket.destroy();
}
