import type { FastifyRequest } from 'fastify';
import type { WireProfile } from '../../domain/identity/wire-profile.ts';

const noted = new WeakMap<FastifyRequest, WireProfile>();

/** Notes the wire profile of whoever sent a request, so that refusals of its token are worded by it too. */
export function noteWire(request: FastifyRequest, wire: WireProfile | undefined): void {
  if (wire) noted.set(request, wire);
}

export const isObserved = (request: FastifyRequest): boolean => noted.get(request) === 'observed';
