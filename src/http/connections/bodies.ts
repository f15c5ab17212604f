import type { FastifyInstance, FastifyRequest } from 'fastify';
import { UnavailableError } from '../../domain/errors.ts';
import { callerIfKnown } from '../caller.ts';
import { bodyBytes } from '../metrics.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly bodies: BodiesInFlight;
  }
}

const MIB = 1024 * 1024;
/** Bytes of all bodies that are arriving or being worked on; a client has half of it. */
const MOST = 96 * MIB;
const MOST_PER_CLIENT = MOST / 2;
/** Smaller bodies are not counted: the bound on connections bounds them too. */
export const SMALL_BODY = 16 * 1024;

export interface Body {
  readonly client: string;
  /** When its first byte came. */
  since: number;
  bytes: number;
  /** Ends it; undefined once it has arrived, since what is worked on is soon done. */
  refuse: (() => void) | undefined;
}

/** Bounds what bodies take up, for each client and in all. */
export class BodiesInFlight {
  readonly #open = new Set<Body>();
  readonly #clients = new Map<string, number>();
  #total = 0;

  begin(client: string, refuse: () => void): Body {
    const body: Body = { client, since: 0, bytes: 0, refuse };
    this.#open.add(body);
    return body;
  }

  /** Over the client's share, this body is refused; over all, that which has taken up most for longest. */
  add(body: Body, bytes: number): void {
    if (!this.#open.has(body)) return;
    if (body.bytes === 0) body.since = performance.now();
    this.#count(body, bytes);
    if ((this.#clients.get(body.client) ?? 0) > MOST_PER_CLIENT) this.#refuse(body);
    else if (this.#total > MOST) this.#refuse(this.#worst() ?? body);
  }

  end(body: Body): void {
    if (!this.#open.delete(body)) return;
    this.#count(body, -body.bytes);
  }

  #refuse(body: Body): void {
    this.end(body);
    body.refuse?.();
  }

  #worst(): Body | undefined {
    const now = performance.now();
    const weight = ({ bytes, since }: Body) => bytes * (now - since);
    let worst: Body | undefined;
    for (const body of this.#open) if (body.refuse && (!worst || weight(body) > weight(worst))) worst = body;
    return worst;
  }

  #count(body: Body, bytes: number): void {
    body.bytes += bytes;
    this.#total += bytes;
    const taken = (this.#clients.get(body.client) ?? 0) + bytes;
    if (taken > 0) this.#clients.set(body.client, taken);
    else this.#clients.delete(body.client);
    bodyBytes.set(this.#total);
  }
}

/** Counts the bodies of all routes while they arrive and until they are answered; beyond the bounds it is 503. */
export function boundBodies(app: FastifyInstance): void {
  const bodies = new BodiesInFlight();
  app.decorate('bodies', bodies);
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!isLarge(request)) return done(null, payload);
    const body = bodies.begin(clientOf(request), () => {
      // Receiving and dropping the rest of many bodies at once would delay every other request.
      reply.raw.setHeader('connection', 'close');
      // Nobody listens where the answer has been given already.
      if (payload.listenerCount('error') > 0)
        payload.emit(
          'error',
          new UnavailableError('Too many request bodies are being received at the moment.'),
        );
      request.raw.socket.pause();
    });
    payload.on('data', (chunk: Buffer) => bodies.add(body, chunk.length));
    payload.once('end', () => {
      body.refuse = undefined;
    });
    reply.raw.once('close', () => bodies.end(body));
    done(null, payload);
  });
}

function isLarge({ headers }: FastifyRequest): boolean {
  const length = headers['content-length'];
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > SMALL_BODY;
}

/** Who sends a body: tokens are verified by then, except at the token endpoint. */
function clientOf(request: FastifyRequest): string {
  return (callerIfKnown(request)?.actor.clientId ?? request.intakeCaller?.clientId) || request.ip;
}
