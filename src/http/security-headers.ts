import type { System } from '../domain/context.ts';

/** A year; browsers then refuse to speak to the host without TLS. */
const HSTS = 'max-age=31536000';

/** What is not one of our pages may run and load nothing, and cannot be framed. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";

/** What every answer says to browsers; pages replace the policy by their own (`PAGE_POLICY`). */
export function securityHeaders({
  publicUrls,
}: Pick<System, 'publicUrls'>): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'content-security-policy': NO_PAGE,
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    ...(publicUrls[0]?.startsWith('https:') && { 'strict-transport-security': HSTS }),
  };
}
