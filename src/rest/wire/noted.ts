import type { FastifyRequest } from 'fastify';
import type { WireProfile } from '../../domain/identity/wire-profile.ts';

declare module 'fastify' {
  interface FastifyRequest {
    wire: WireProfile | undefined;
    /** Where the paths of a translated body were sent. */
    sentPaths: Map<string, string> | undefined;
  }
}

/** Remembers the wire profile of a request's client, so that a refusal of its token is worded for that profile too. */
export function noteWire(request: FastifyRequest, wire: WireProfile | undefined): void {
  request.wire = wire;
}

export const isObserved = ({ wire }: FastifyRequest): boolean => wire === 'observed';
