import type { FastifyInstance, FastifyRequest } from 'fastify';
import { UnavailableError } from '../../domain/errors.ts';
import { callerIfKnown } from '../caller.ts';
import { HttpFault } from '../faults.ts';
import { bodyBytes } from '../requests/metrics.ts';
import { areChunksTooSmall, TOO_SMALL_MESSAGE } from './chunks.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly bodies: BodiesInFlight;
  }
  interface FastifyRequest {
    /** The body of the request, if it may be large. */
    countedBody: Body | undefined;
  }
}

const MIB = 1024 * 1024;
/** The maximum size of all bodies that are being received or processed. One seat may use half of it. */
const MAX = 96 * MIB;
const MAX_PER_OWNER = MAX / 2;
/** Smaller bodies are not counted, because the limit on connections already bounds them. */
export const SMALL_BODY = 16 * 1024;
/**
 * What a body of unknown length reserves whenever it exceeds the step before. After the last step, it
 * reserves its maximum.
 */
const CLAIMS = [128 * 1024, MIB] as const;

export interface Body {
  /** The seat of the caller, or the address where no seat is known. */
  readonly owner: string;
  /** The maximum size, if it is known. */
  readonly maxBytes: number;
  /**
   * Reserved from the owner's share before the bytes arrive, so that a body that does not fit is not read
   * first.
   */
  claimed: number;
  /** When its first byte arrived. */
  since: number;
  bytes: number;
  chunks: number;
  /** Refuses the body. Undefined once it has arrived, since it will soon be processed. */
  refuse: (() => void) | undefined;
}

const shareOf = ({ claimed, bytes }: Body): number => Math.max(claimed, bytes);

/** Limits the memory of bodies, for each seat and in total. */
export class BodiesInFlight {
  readonly #open = new Set<Body>();
  readonly #owners = new Map<string, number>();
  #total = 0;

  hasRoom(owner: string, claim: number): boolean {
    return (this.#owners.get(owner) ?? 0) + claim <= MAX_PER_OWNER;
  }

  /** Counts what has arrived until the returned function is called. Throws UnavailableError if there is no room for it. */
  hold(owner: string, bytes: number): () => void {
    if (!this.hasRoom(owner, bytes) || this.#total + bytes > MAX) throw tooMany();
    const body = this.begin({ owner, refuse: undefined });
    this.#set(body, bytes, 0);
    return () => this.end(body);
  }

  begin(options: Pick<Body, 'owner' | 'refuse'> & Partial<Pick<Body, 'maxBytes' | 'claimed'>>): Body {
    const body: Body = { maxBytes: 0, claimed: 0, ...options, since: 0, bytes: 0, chunks: 0 };
    this.#open.add(body);
    this.#take(body.owner, body.claimed);
    return body;
  }

  /**
   * Adds the bytes. If the owner's share is exceeded, refuses this body. If the total is exceeded, refuses
   * the one that has used the most memory for the longest time.
   */
  add(body: Body, bytes: number): void {
    if (!this.#open.has(body)) return;
    if (body.bytes === 0) body.since = performance.now();
    const size = body.bytes + bytes;
    const claimed = Math.min(CLAIMS.find((claim) => claim >= size) ?? body.maxBytes, body.maxBytes);
    this.#set(body, size, Math.max(claimed, body.claimed));
    if (!this.hasRoom(body.owner, 0)) this.#refuse(body);
    else if (this.#total > MAX) this.#refuse(this.#worst() ?? body);
  }

  /** Marks the body as complete: it will soon be processed. */
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
    this.#take(body.owner, shareOf(body) - before.share);
    this.#total += bytes - before.bytes;
    bodyBytes.set(this.#total);
  }

  #take(owner: string, bytes: number): void {
    const taken = (this.#owners.get(owner) ?? 0) + bytes;
    if (taken > 0) this.#owners.set(owner, taken);
    else this.#owners.delete(owner);
  }
}

/**
 * Counts the bodies of all routes until the response is sent. Answers 503 beyond the limits, and 413 for a
 * large body without a verified token.
 */
export function boundBodies(app: FastifyInstance): void {
  const bodies = new BodiesInFlight();
  app.decorate('bodies', bodies);
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!isLarge(request)) return done(null, payload);
    const mayBeLarge = isBounded(request) || isAuthenticated(request);
    if (!mayBeLarge && lengthOf(request) !== undefined) return done(new HttpFault('BODY_TOO_LARGE'));
    const owner = ownerOf(request);
    const maxBytes = Math.min(lengthOf(request) ?? Infinity, request.routeOptions.bodyLimit);
    const claimed = lengthOf(request) === undefined ? 0 : maxBytes;
    // Receiving and discarding the rest of many bodies at once would delay all other requests.
    const close = () => reply.raw.setHeader('connection', 'close');
    if (!bodies.hasRoom(owner, claimed)) {
      close();
      return done(tooMany());
    }
    const body = bodies.begin({ owner, maxBytes, claimed, refuse: () => refuse(tooMany()) });
    request.countedBody = body;
    const count = (chunk: Buffer) => {
      bodies.add(body, chunk.length);
      body.chunks += 1;
      const isTooLarge = !mayBeLarge && body.bytes > SMALL_BODY;
      if (!isTooLarge && !areChunksTooSmall(body)) return;
      bodies.end(body);
      refuse(
        isTooLarge ? new HttpFault('BODY_TOO_LARGE') : new HttpFault('MALFORMED_BODY', {}, TOO_SMALL_MESSAGE),
      );
    };
    function refuse(error: Error): void {
      close();
      // Remove the listener, because Node continues to read for it even from a paused socket.
      payload.off('data', count).pause();
      // If the response was already sent, no one listens for the error.
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

/** Returns whether the route's own limit is so low that no other is needed. */
const isBounded = ({ routeOptions }: FastifyRequest): boolean => routeOptions.bodyLimit <= SMALL_BODY;

/** Returns whether its token was verified. In observe mode, the intake accepts everyone. */
const isAuthenticated = (request: FastifyRequest): boolean =>
  callerIfKnown(request) !== undefined || request.intakeCaller !== undefined;

function isLarge(request: FastifyRequest): boolean {
  const length = lengthOf(request);
  return length === undefined ? request.headers['transfer-encoding'] !== undefined : length > SMALL_BODY;
}

/** Returns the size of a request without its headers, once it has arrived. */
export const requestBytes = (request: FastifyRequest): number =>
  request.url.length + (request.countedBody?.bytes ?? lengthOf(request) ?? 0);

function lengthOf({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

/** Returns whose body it is. The token is verified by then, except at the token endpoint. */
function ownerOf(request: FastifyRequest): string {
  const seatId = callerIfKnown(request)?.seatId ?? request.intakeCaller?.seatId;
  return seatId === undefined ? request.ip : ownerFor(seatId);
}

export const ownerFor = (seatId: number): string => `seat ${seatId}`;
