import { z } from 'zod';
import { WIRE_PROFILES } from '../domain/identity/wire-profile.ts';
import {
  addressRanges,
  clickHouseUrl,
  corsOrigins,
  databaseUrl,
  directoryOrStore,
  integer,
  list,
  objectStore,
  oneOf,
  onOff,
  origin,
  redisUrl,
} from './kinds.ts';

/** The parts of the service that a process can run, by default all of them. */
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

/** Ten years. */
const MOST_OFFSET_S = 315_360_000;

/** Every environment variable that the service reads, by its name. */
export const Settings = z.object({
  PORT: integer(0, 65_535).default(4000),
  HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: databaseUrl.optional(),
  FLIGHTLINE_DATABASE_DIRECT_URL: databaseUrl.optional(),
  FLIGHTLINE_DATABASE_REPLICA_URL: databaseUrl.optional(),
  FLIGHTLINE_NEWER_DATABASE: oneOf(['refuse', 'allow']).default('refuse'),
  FLIGHTLINE_DATABASE_POOL: integer(4, 1_000).default(16),
  FLIGHTLINE_REDIS_URL: redisUrl.optional(),
  FLIGHTLINE_WAREHOUSE_URL: clickHouseUrl.optional(),
  FLIGHTLINE_DATA_DIR: z.string().default('.flightline'),
  FLIGHTLINE_FILES: objectStore.optional(),
  FLIGHTLINE_WAL_ARCHIVE: directoryOrStore.optional(),
  FLIGHTLINE_WAL_ARCHIVE_DAYS: integer(1, 3_650).default(7),
  FLIGHTLINE_FILES_CACHE_MB: integer(64, 100_000_000).default(10_240),
  FLIGHTLINE_S3_ENDPOINT: origin.optional(),
  AWS_REGION: z.string().optional(),
  FLIGHTLINE_DOWNLOADS: oneOf(['stream', 'redirect']).default('stream'),
  FLIGHTLINE_DEMO: oneOf(['on', 'off']).optional(),
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
    ),
  FLIGHTLINE_OPERATOR: z
    .string()
    .regex(/^[a-z][a-z0-9]{0,30}$/, 'must be lower-case letters and digits')
    .default('platform'),
  FLIGHTLINE_EVENTS_REALM: z
    .string()
    .regex(
      /^(?!(aaca|dsp|admin)$)[A-Za-z0-9._-]{1,64}$/,
      'must be letters, digits, . _ -, and not aaca, dsp or admin',
    )
    .default('events'),
  FLIGHTLINE_MASTER_KEY: z
    .string()
    .transform((text) => Buffer.from(text, 'base64'))
    .refine((key) => key.length === 32, 'must be 32 bytes in base64')
    .optional(),
  FLIGHTLINE_PUBLIC_URL: z.string().transform(list).pipe(z.array(origin).min(1)).optional(),
  FLIGHTLINE_CORS_ORIGINS: corsOrigins,
  FLIGHTLINE_AUTH_URL: origin.optional(),
  FLIGHTLINE_AUTH_CLIENT_ID: z.string().min(1).optional(),
  FLIGHTLINE_AUTH_CLIENT_SECRET: z.string().min(1).optional(),
  FLIGHTLINE_INTAKE_AUTH: oneOf(['enforce', 'observe']).default('enforce'),
  FLIGHTLINE_REPORTING_PREFIX: z
    .string()
    .regex(/^(\/[A-Za-z0-9._~-]+)*$/, 'must be a path such as /api, without a slash at its end')
    .default(''),
  FLIGHTLINE_REPORT_ROW_CAP: integer(1, 1_000_000_000).default(5_000_000),
  FLIGHTLINE_REPORT_TIMEOUT_S: integer(1, 86_400).default(600),
  FLIGHTLINE_EVENT_RETENTION_DAYS: integer(1, 36_500).default(400),
  FLIGHTLINE_EVENT_ARCHIVE_DAYS: integer(1, 36_500).optional(),
  FLIGHTLINE_NATIVE_TIMEOUT_S: integer(1, 3600).default(120),
  FLIGHTLINE_STRICT_FIELDS: onOff('off'),
  FLIGHTLINE_WIRE: oneOf(WIRE_PROFILES).default('documented'),
  FLIGHTLINE_DASHBOARD: onOff('on'),
  FLIGHTLINE_GRAPHIQL: onOff('on'),
  FLIGHTLINE_INTROSPECTION: oneOf(['authenticated', 'on', 'off']).default('authenticated'),
  FLIGHTLINE_TRUSTED_DOCUMENTS: onOff('off'),
  FLIGHTLINE_DISABLED_FEATURES: z.string().default('').transform(list),
  FLIGHTLINE_SANDBOX: onOff('off'),
  FLIGHTLINE_SANDBOX_SEED: integer(0, 2_147_483_647).default(1),
  FLIGHTLINE_CLOCK_OFFSET_S: integer(-MOST_OFFSET_S, MOST_OFFSET_S).default(0),
  FLIGHTLINE_OPERATIONS_PORT: integer(0, 65_535).optional(),
  FLIGHTLINE_OPERATIONS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must have at least 16 characters of ASCII, without spaces')
    .optional(),
  FLIGHTLINE_WEBHOOK_ALLOW: addressRanges,
  FLIGHTLINE_DRAIN_SECONDS: integer(0, 3_600).optional(),
  FLIGHTLINE_TRUSTED_PROXIES: addressRanges,
  FLIGHTLINE_REQUEST_LOG_MB: integer(0, 1_000_000).default(256),
  FLIGHTLINE_MAX_CONNECTIONS: integer(2, 1_000_000).default(4000),
  OTEL_EXPORTER_OTLP_ENDPOINT: origin.optional(),
  OTEL_SERVICE_NAME: z.string().default('flightline'),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export const SETTING_NAMES: readonly string[] = Object.keys(Settings.shape);

/** What commands read of the environment beside the settings. */
export const COMMAND_VARIABLES: readonly string[] = ['FLIGHTLINE_CLIENT_SECRET'];
