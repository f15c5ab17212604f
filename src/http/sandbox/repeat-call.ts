import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Marks the repeated call, so that no fault applies to it. */
const REPEATED = 'x-flightline-repeated';
const SECRET = randomUUID();
const bodies = new WeakMap<FastifyRequest, Buffer[]>();

/** Stores the body of a call that will be repeated, as it arrives. */
export function keepBody(app: FastifyInstance, isRepeated: (request: FastifyRequest) => boolean): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (!isRepeated(request)) return done(null, payload);
    const chunks: Buffer[] = [];
    bodies.set(request, chunks);
    payload.on('data', (chunk: Buffer) => chunks.push(chunk));
    done(null, payload);
  });
}

export const isRepetition = ({ headers }: FastifyRequest): boolean => headers[REPEATED] === SECRET;

/** Executes the call once before it is executed again and answered, like a network that delivers it twice. */
export async function repeatCall(app: FastifyInstance, request: FastifyRequest): Promise<void> {
  const { 'x-flightline-fault': _, 'content-length': _length, ...headers } = request.headers;
  const body = bodies.get(request);
  const first = await app.inject({
    method: request.method as 'POST',
    url: request.url,
    headers: { ...headers, [REPEATED]: SECRET, 'x-request-id': `${request.id.slice(0, 120)}.first` },
    remoteAddress: request.ip,
    // Do not wait for a response that never ends.
    payloadAsStream: true,
    ...(body && body.length > 0 && { payload: Buffer.concat(body) }),
  });
  first.stream().destroy();
}
