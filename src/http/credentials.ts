import type { FastifyRequest } from 'fastify';

/** The credentials of a call. Each interface reads the token from the headers that it documents. */

/** `Authorization: Bearer <token>`. */
export function bearerToken({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** `X-Auth-Token`, if `X-Auth-Method` is the named method. The comparison ignores case. */
export function xAuthToken({ headers }: FastifyRequest, named = 'oauth2'): string | undefined {
  const { 'x-auth-method': method, 'x-auth-token': token } = headers;
  return String(method).toLowerCase() === named && typeof token === 'string' ? token : undefined;
}

/** Returns the seat in `?seatId=` or `X-Seat-Id`. A malformed value counts as an unknown seat. */
export function namedSeat({ query, headers }: Pick<FastifyRequest, 'query' | 'headers'>): string | undefined {
  const seat = (query as Record<string, unknown>).seatId ?? headers['x-seat-id'];
  return seat === undefined ? undefined : String(seat);
}
