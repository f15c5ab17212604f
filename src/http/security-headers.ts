import type { System } from '../domain/context.ts';

/** A year; browsers then refuse to speak to the host without TLS. */
const HSTS = 'max-age=31536000';

/** What is not one of our pages may run and load nothing, and cannot be framed. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";

/** Nobody keeps an answer that depends on its caller. */
export const PRIVATE = 'private, no-store';

/** What every answer says to browsers and caches; routes that are the same for everybody replace what differs. */
export function securityHeaders({
  publicUrls,
}: Pick<System, 'publicUrls'>): Readonly<Record<string, string>> {
  return {
    'cache-control': PRIVATE,
    'x-content-type-options': 'nosniff',
    'content-security-policy': NO_PAGE,
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    ...(publicUrls[0]?.startsWith('https:') && { 'strict-transport-security': HSTS }),
  };
}
