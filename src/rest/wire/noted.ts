import type { FastifyRequest } from 'fastify';
import type { WireProfile } from '../../domain/access/identity/wire-profile.ts';

/** Where a path of a translated body was sent. */
export interface SentPath {
  readonly path: string;
  /** Why what was sent there is refused, in place of why the translated value is. */
  readonly reason?: string | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    wire: WireProfile | undefined;
    /** By path of the translated body. */
    sentPaths: Map<string, SentPath> | undefined;
  }
}

/** Remembers the wire profile of a request's client, so that a refusal of its token is worded for that profile too. */
export function noteWire(request: FastifyRequest, wire: WireProfile | undefined): void {
  request.wire = wire;
}

export const isObserved = ({ wire }: FastifyRequest): boolean => wire === 'observed';
