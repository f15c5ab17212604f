import type { FastifyRequest } from 'fastify';
import type { System } from '../../domain/context.ts';

/** Forms and links cannot set this header, and scripts of other origins only after a preflight. */
const OWN_HEADER = 'x-flightline-dashboard';

/**
 * Returns whether a request comes from the dashboard of this service. The cookie alone proves nothing,
 * because browsers send it with every request to the host, also for pages of other ports and of
 * neighbouring hosts.
 */
export function isFromDashboard(
  { publicUrls }: Pick<System, 'publicUrls'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): boolean {
  if (headers[OWN_HEADER] === undefined) return false;
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined) return site === 'same-origin';
  return originHost(origin) === host || publicUrls.some((url) => new URL(url).origin === origin);
}

const originHost = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host : undefined;
