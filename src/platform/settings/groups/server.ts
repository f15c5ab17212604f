import { z } from 'zod';
import { addressRanges, corsOrigins, integer, list, origin } from '../kinds.ts';

/** How clients reach the service. */
export const SERVER = {
  PORT: integer(0, 65_535).default(4000).describe('The port of the HTTP server.'),
  HOST: z.string().default('127.0.0.1').describe('The address on which the HTTP server listens.'),
  FLIGHTLINE_PUBLIC_URL: z.string().transform(list).pipe(z.array(origin).min(1)).optional().meta({
    unset: 'the loopback address',
    description:
      'Comma-separated URLs at which clients reach the service, with a path if a proxy adds one. The first one is used in links.',
  }),
  FLIGHTLINE_CORS_ORIGINS: corsOrigins.meta({
    description:
      'Comma-separated origins whose pages may call the service from a browser, or `*` ([browsers](browsers.md)).',
  }),
  FLIGHTLINE_TRUSTED_PROXIES: addressRanges.meta({
    description:
      'Comma-separated address ranges of reverse proxies. Their `X-Forwarded-For` names the client; without the setting, the header is ignored.',
  }),
  FLIGHTLINE_MAX_CONNECTIONS: integer(2, 1_000_000).default(4000).meta({
    description:
      'The maximum number of client connections. One address gets half of them ([limits](operations.md#connections-and-bodies)).',
  }),
  FLIGHTLINE_DRAIN_SECONDS: integer(0, 3_600).optional().meta({
    unset: '`5` with `DATABASE_URL`, otherwise `0`',
    description:
      'How long the service answers requests after SIGTERM, while `/readyz` returns 503 ([stop](operations.md#start-and-stop)).',
  }),
};
