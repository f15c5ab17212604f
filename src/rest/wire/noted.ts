import type { FastifyRequest } from 'fastify';
import type { WireProfile } from '../../domain/identity/wire-profile.ts';

declare module 'fastify' {
  interface FastifyRequest {
    wire: WireProfile | undefined;
  }
}

/** Notes the wire profile of whoever sent a request, so that refusals of its token are worded by it too. */
export function noteWire(request: FastifyRequest, wire: WireProfile | undefined): void {
  request.wire = wire;
}

export const isObserved = ({ wire }: FastifyRequest): boolean => wire === 'observed';
