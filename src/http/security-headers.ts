import type { System } from '../domain/context.ts';

/** One year. Browsers then refuse to connect to the host without TLS. */
const HSTS = 'max-age=31536000';

/** A response that is not one of our pages may not run or load anything, and cannot be framed. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";

/** Prevents caching of responses that depend on their caller. */
export const PRIVATE = 'private, no-store';

/**
 * The headers for browsers and caches of every response. Routes that are the same for everyone override
 * some of them.
 */
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
