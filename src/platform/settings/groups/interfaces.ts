import { z } from 'zod';
import { addressRanges, integer, list, oneOf, onOff } from '../kinds.ts';

/** The parts of the service that a process can run. Default: all of them. */
export const SERVICES = [
  'graphql',
  'identity',
  'intake',
  'attribution',
  'traffic',
  'native',
  'reporting',
  'worker',
] as const;
export type Service = (typeof SERVICES)[number];

/** The dialects of the REST interfaces that a client can use. `docs/wire-profiles.md` lists the differences. */
export const WIRE_PROFILES = ['documented', 'observed'] as const;
export type WireProfile = (typeof WIRE_PROFILES)[number];

/** What this process serves, and how its interfaces behave. */
export const INTERFACES = {
  FLIGHTLINE_SERVICES: z
    .string()
    .default(SERVICES.join(','))
    .transform(list)
    .pipe(
      z
        .array(
          z.enum(SERVICES, {
            error: ({ input }) => `${JSON.stringify(input)} must be one of ${SERVICES.join(', ')}`,
          }),
        )
        .min(1, 'must name at least one service'),
    )
    .describe('The comma-separated services that this process runs.'),
  FLIGHTLINE_OPERATOR: z
    .string()
    .regex(/^[a-z][a-z0-9]{0,30}$/, 'must be lower-case letters and digits')
    .default('platform')
    .describe('The brand of the operator in supply types, keys of user data and paths of the dictionary.'),
  FLIGHTLINE_REPORTING_PREFIX: z
    .string()
    .regex(/^(\/[A-Za-z0-9._~-]+)*$/, 'must be a path such as /api, without a slash at its end')
    .default('')
    .describe('A fixed path prefix of the reporting interface, which is served without it as well.'),
  FLIGHTLINE_NATIVE_TIMEOUT_S: integer(1, 3600).default(120).meta({
    description:
      'The time limit of a filtered native read, in seconds. A read that exceeds it, or for which the query planner expects far more, is refused with E40006.',
  }),
  FLIGHTLINE_STRICT_FIELDS: onOff('off').describe(
    '`on` refuses unknown fields instead of listing them in `X-Ignored-Fields`.',
  ),
  FLIGHTLINE_WIRE: oneOf(WIRE_PROFILES)
    .default('documented')
    .describe('The [wire profile](wire-profiles.md) of clients that have none of their own.'),
  FLIGHTLINE_DISABLED_FEATURES: z
    .string()
    .default('')
    .transform(list)
    .describe('Comma-separated native objects and dictionary lists to disable, by their names in paths.'),
  FLIGHTLINE_WEBHOOK_ALLOW: addressRanges.meta({
    description:
      'Comma-separated address ranges, such as `10.0.0.0/8`, to which [webhooks](webhooks.md) may be sent although they are not public; there also with http and on any port.',
  }),
  FLIGHTLINE_DASHBOARD: onOff('on').describe(
    '`off` removes the dashboard from `/dashboard`. Browsers that open `/` are then sent to `/docs`.',
  ),
  FLIGHTLINE_GRAPHIQL: onOff('on').describe('`off` removes the GraphiQL page from `/graphql`.'),
  FLIGHTLINE_INTROSPECTION: oneOf(['authenticated', 'on', 'off'])
    .default('authenticated')
    .describe('Who may introspect the GraphQL schema: callers with a token, everyone, or nobody.'),
  FLIGHTLINE_TRUSTED_DOCUMENTS: onOff('off').meta({
    description:
      '`on` runs only the GraphQL documents of the client package and the dashboard, by `documentId` (the SHA-256 of the text, see `trusted-documents.json`) or by their exact text.',
  }),
};
