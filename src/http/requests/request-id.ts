import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const SANE_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** Returns the caller's ID of the request if it is valid, or else a new one. */
export function requestId({ 'x-request-id': given }: IncomingHttpHeaders): string {
  return typeof given === 'string' && SANE_ID.test(given) ? given : randomUUID();
}
