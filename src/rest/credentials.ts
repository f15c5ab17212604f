import type { FastifyRequest } from 'fastify';

/** `X-Auth-Method: OAuth2` (any case, RULINGS G4) with the token in `X-Auth-Token`, and the seat asked for. */
export function credentials(request: FastifyRequest) {
  const { 'x-auth-method': method, 'x-auth-token': token, 'x-seat-id': seatHeader } = request.headers;
  const { seatId = seatHeader } = request.query as Record<string, string | undefined>;
  return {
    token: String(method).toLowerCase() === 'oauth2' && typeof token === 'string' ? token : undefined,
    seat: typeof seatId === 'string' ? seatId : undefined,
    scope: 'dsp-api-access',
  };
}
