import type { FastifyRequest } from 'fastify';
import { DSP_SCOPE } from '../domain/identity/realms.ts';
import { namedSeat, xAuthToken } from '../http/credentials.ts';

/** What traffic and reporting calls say of their caller. */
export function credentials(request: FastifyRequest) {
  return { token: xAuthToken(request), seat: namedSeat(request), scope: DSP_SCOPE };
}
