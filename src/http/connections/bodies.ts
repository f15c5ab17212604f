import type { FastifyInstance, FastifyRequest } from 'fastify';
import { UnavailableError } from '../../domain/errors.ts';
import { callerIfKnown } from '../caller.ts';
import { HttpFault } from '../faults.ts';
import { bodyBytes } from '../metrics.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly bodies: BodiesInFlight;
  }
}

const MIB = 1024 * 1024;
/** Bytes of all bodies that are arriving or being worked on; a client has half of it. */
const MAX = 96 * MIB;
const MAX_PER_CLIENT = MAX / 2;
/** Smaller bodies are not counted: the bound on connections bounds them too. */
export const SMALL_BODY = 16 * 1024;
/** What a body of unknown length claims, each when it passes the one before; beyond the last, all that it may be. */
const CLAIMS = [128 * 1024, MIB] as const;

export interface Body {
  readonly client: string;
  /** The most that it may be, where that is known. */
  readonly most: number;
  /** Taken from the client's share before it is received, so that what cannot be kept is not read first. */
  claimed: number;
  /** When its first byte came. */
  since: number;
  bytes: number;
  /** Ends it; undefined once it has arrived, since what is worked on is soon done. */
  refuse: (() => void) | undefined;
}

const shareOf = ({ claimed, bytes }: Body): number => Math.max(claimed, bytes);

/** Bounds what bodies take up, for each client and in all. */
export class BodiesInFlight {
  readonly #open = new Set<Body>();
  readonly #clients = new Map<string, number>();
  #total = 0;

  hasRoom(client: string, claim: number): boolean {
    return (this.#clients.get(client) ?? 0) + claim <= MAX_PER_CLIENT;
  }

  begin(options: Pick<Body, 'client' | 'refuse'> & Partial<Pick<Body, 'most' | 'claimed'>>): Body {
    const body: Body = { most: 0, claimed: 0, ...options, since: 0, bytes: 0 };
    this.#open.add(body);
    this.#take(body.client, body.claimed);
    return body;
  }

  /** Over the client's share, this body is refused; over all, that which has taken up most for longest. */
  add(body: Body, bytes: number): void {
    if (!this.#open.has(body)) return;
    if (body.bytes === 0) body.since = performance.now();
    const size = body.bytes + bytes;
    const claimed = Math.min(CLAIMS.find((claim) => claim >= size) ?? body.most, body.most);
    this.#set(body, size, Math.max(claimed, body.claimed));
    if (!this.hasRoom(body.client, 0)) this.#refuse(body);
    else if (this.#total > MAX) this.#refuse(this.#worst() ?? body);
  }

  /** It has arrived: nothing more comes, and it is soon done. */
  arrived(body: Body): void {
    body.refuse = undefined;
    if (this.#open.has(body)) this.#set(body, body.bytes, 0);
  }

  end(body: Body): void {
    if (this.#open.delete(body)) this.#set(body, 0, 0);
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

  #set(body: Body, bytes: number, claimed: number): void {
    const before = { bytes: body.bytes, share: shareOf(body) };
    body.bytes = bytes;
    body.claimed = claimed;
    this.#take(body.client, shareOf(body) - before.share);
    this.#total += bytes - before.bytes;
    bodyBytes.set(this.#total);
  }

  #take(client: string, bytes: number): void {
    const taken = (this.#clients.get(client) ?? 0) + bytes;
    if (taken > 0) this.#clients.set(client, taken);
    else this.#clients.delete(client);
  }
}

/**
 * Counts the bodies of all routes while they arrive and until they are answered; beyond the bounds it is 503. Where no
 * token was verified, a body may be small only: 413.
 */
export function boundBodies(app: FastifyInstance): void {
  const bodies = new BodiesInFlight();
  app.decorate('bodies', bodies);
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!isLarge(request)) return done(null, payload);
    const mayBeLarge = isBounded(request) || isKnown(request);
    if (!mayBeLarge && lengthOf(request) !== undefined) return done(new HttpFault('BODY_TOO_LARGE'));
    const client = clientOf(request);
    const most = Math.min(lengthOf(request) ?? Infinity, request.routeOptions.bodyLimit);
    const claimed = lengthOf(request) === undefined ? 0 : most;
    // Receiving and dropping the rest of many bodies at once would delay every other request.
    const close = () => reply.raw.setHeader('connection', 'close');
    if (!bodies.hasRoom(client, claimed)) {
      close();
      return done(tooMany());
    }
    const body = bodies.begin({ client, most, claimed, refuse: () => refuse(tooMany()) });
    const count = (chunk: Buffer) => {
      bodies.add(body, chunk.length);
      if (mayBeLarge || body.bytes <= SMALL_BODY) return;
      bodies.end(body);
      refuse(new HttpFault('BODY_TOO_LARGE'));
    };
    function refuse(error: Error): void {
      close();
      // Node reads on for whoever listens to a body, even from a socket that was paused.
      payload.off('data', count).pause();
      // Nobody listens where the answer has been given already.
      if (payload.listenerCount('error') > 0) payload.emit('error', error);
      request.raw.socket.pause();
    }
    payload.on('data', count);
    payload.once('end', () => bodies.arrived(body));
    reply.raw.once('close', () => bodies.end(body));
    done(null, payload);
  });
}

const tooMany = () => new UnavailableError('Too many request bodies are being received at the moment.');

/** Its route's own limit refuses it. */
const isBounded = ({ routeOptions }: FastifyRequest): boolean => routeOptions.bodyLimit <= SMALL_BODY;

/** Whether its token was verified; in observe mode the intake is open to everybody. */
const isKnown = (request: FastifyRequest): boolean =>
  callerIfKnown(request) !== undefined || request.intakeCaller !== undefined;

function isLarge(request: FastifyRequest): boolean {
  const length = lengthOf(request);
  return length === undefined ? request.headers['transfer-encoding'] !== undefined : length > SMALL_BODY;
}

function lengthOf({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

/** Who sends a body: tokens are verified by then, except at the token endpoint. */
function clientOf(request: FastifyRequest): string {
  return (callerIfKnown(request)?.actor.clientId ?? request.intakeCaller?.clientId) || request.ip;
}
