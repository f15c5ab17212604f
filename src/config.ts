import leven from 'leven';
import { z } from 'zod';
import { featureNames } from './domain/features.ts';
import { WIRE_PROFILES } from './domain/identity/wire-profile.ts';
import { parseRange } from './domain/webhook/receiver/address.ts';

/** The parts of the service that a process can carry; by default all of them (RULINGS G1). */
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

const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
const integer = (min: number, max: number) =>
  z
    .string()
    .transform((text) => (/^-?\d+$/.test(text) ? Number(text) : Number.NaN))
    .refine((number) => number >= min && number <= max, `must be a whole number from ${min} to ${max}`);
/** Ten years. */
const MOST_OFFSET_S = 315_360_000;
const onOff = (byDefault: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(byDefault)
    .transform((value) => value === 'on');
const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
  .regex(/^[^?#]*$/, 'must be an address without ? and #')
  .transform((value) => value.replace(/\/+$/, ''));

/** `https://app.example` as browsers send it; `*` stands alone, since no browser takes it with credentials. */
const corsOrigins = z
  .string()
  .default('')
  .transform(list)
  .pipe(
    z.array(
      z.string().refine((text) => text === '*' || isOrigin(text), {
        error: ({ input }) => `${JSON.stringify(input)} is no origin such as https://app.example`,
      }),
    ),
  )
  .refine(
    (origins) => origins.length < 2 || !origins.includes('*'),
    '* stands for every origin, so name no other',
  )
  .transform((origins) => new Set(origins));
function isOrigin(text: string): boolean {
  return /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

const databaseUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must begin with postgresql:// and name a host and a database',
});

/** `redis://user:password@host:6379/0`, or `rediss://` with TLS */
const redisUrl = z
  .url({
    protocol: /^rediss?$/,
    error: 'must begin with redis:// or rediss:// and name a host',
  })
  .refine(
    (text) => /^(\/\d*)?$/.test(URL.canParse(text) ? new URL(text).pathname : ''),
    'must have a number as its database, such as redis://host:6379/1',
  );

/** `clickhouse://user:password@host:8123/database`, or `clickhouses://` with TLS */
const clickHouseUrl = z
  .url({
    protocol: /^clickhouses?$/,
    error: 'must begin with clickhouse:// or clickhouses:// and name a host',
  })
  .refine(
    (text) => URL.canParse(text) && /^\/\w+$/.test(new URL(text).pathname) && !/[?#]/.test(text),
    'must end with the name of a database, such as clickhouse://host:8123/flightline',
  )
  .transform((text) => {
    const { protocol, hostname, port, username, password, pathname } = new URL(text);
    const secure = protocol === 'clickhouses:';
    return {
      url: `${secure ? 'https' : 'http'}://${hostname}:${port || (secure ? 8443 : 8123)}`,
      username: decodeURIComponent(username) || 'default',
      password: decodeURIComponent(password),
      database: pathname.slice(1),
    };
  });

/** `s3://bucket` or `s3://bucket/folder/of/it` */
const objectStore = z
  .string()
  .regex(
    /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[A-Za-z0-9._-]+)*\/?$/,
    'must be the address of a bucket or a folder in one, such as s3://reports or s3://shared/flightline',
  )
  .transform((text) => {
    const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/?$/.exec(text) ?? [];
    return { bucket, prefix };
  });

const addressRanges = z
  .string()
  .default('')
  .transform(list)
  .transform((texts, problems) =>
    texts.flatMap((text) => {
      const range = parseRange(text);
      if (range) return [range];
      const message = `${JSON.stringify(text)} is no range of addresses such as 10.0.0.0/8 or fd00::/8`;
      problems.addIssue({ code: 'custom', message });
      return [];
    }),
  );

const Settings = z.object({
  PORT: integer(0, 65_535).default(4000),
  HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: databaseUrl.optional(),
  FLIGHTLINE_DATABASE_DIRECT_URL: databaseUrl.optional(),
  FLIGHTLINE_DATABASE_REPLICA_URL: databaseUrl.optional(),
  FLIGHTLINE_DATABASE_POOL: integer(4, 1_000).default(16),
  FLIGHTLINE_REDIS_URL: redisUrl.optional(),
  FLIGHTLINE_WAREHOUSE_URL: clickHouseUrl.optional(),
  FLIGHTLINE_DATA_DIR: z.string().default('.flightline'),
  FLIGHTLINE_FILES: objectStore.optional(),
  FLIGHTLINE_FILES_CACHE_MB: integer(64, 100_000_000).default(10_240),
  FLIGHTLINE_S3_ENDPOINT: origin.optional(),
  AWS_REGION: z.string().optional(),
  FLIGHTLINE_DOWNLOADS: z.enum(['stream', 'redirect']).default('stream'),
  FLIGHTLINE_DEMO: z.enum(['on', 'off']).optional(),
  FLIGHTLINE_SERVICES: z
    .string()
    .default(SERVICES.join(','))
    .transform(list)
    .pipe(
      z
        .array(
          z.enum(SERVICES, {
            error: ({ input }) => `${JSON.stringify(input)} is none of ${SERVICES.join(', ')}`,
          }),
        )
        .min(1),
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
  FLIGHTLINE_INTAKE_AUTH: z.enum(['enforce', 'observe']).default('enforce'),
  FLIGHTLINE_REPORTING_PREFIX: z
    .string()
    .regex(/^(\/[A-Za-z0-9._~-]+)*$/, 'must be a path such as /api, without a slash at its end')
    .default(''),
  FLIGHTLINE_REPORT_ROW_CAP: integer(1, 1_000_000_000).default(5_000_000),
  FLIGHTLINE_EVENT_RETENTION_DAYS: integer(1, 36_500).default(400),
  FLIGHTLINE_NATIVE_TIMEOUT_S: integer(1, 3600).default(120),
  FLIGHTLINE_STRICT_FIELDS: onOff('off'),
  FLIGHTLINE_WIRE: z.enum(WIRE_PROFILES).default('documented'),
  FLIGHTLINE_DASHBOARD: onOff('on'),
  FLIGHTLINE_GRAPHIQL: onOff('on'),
  FLIGHTLINE_INTROSPECTION: z.enum(['authenticated', 'on', 'off']).default('authenticated'),
  FLIGHTLINE_TRUSTED_DOCUMENTS: onOff('off'),
  FLIGHTLINE_DISABLED_FEATURES: z.string().default('').transform(list),
  FLIGHTLINE_SANDBOX: onOff('off'),
  FLIGHTLINE_SANDBOX_SEED: integer(0, 2_147_483_647).default(1),
  FLIGHTLINE_CLOCK_OFFSET_S: integer(-MOST_OFFSET_S, MOST_OFFSET_S).default(0),
  FLIGHTLINE_OPERATIONS_PORT: integer(0, 65_535).optional(),
  FLIGHTLINE_WEBHOOK_ALLOW: addressRanges,
  FLIGHTLINE_MAX_CONNECTIONS: integer(2, 1_000_000).default(4000),
  OTEL_EXPORTER_OTLP_ENDPOINT: origin.optional(),
  OTEL_SERVICE_NAME: z.string().default('flightline'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export const SETTING_NAMES: readonly string[] = Object.keys(Settings.shape);

/** What settings demand of each other; looked at as given, so that no other mistake hides it. */
function jointProblems(given: NodeJS.ProcessEnv): string[] {
  const { DATABASE_URL, FLIGHTLINE_MASTER_KEY, FLIGHTLINE_SANDBOX, FLIGHTLINE_CLOCK_OFFSET_S = '0' } = given;
  const { FLIGHTLINE_AUTH_URL, FLIGHTLINE_AUTH_CLIENT_ID, FLIGHTLINE_AUTH_CLIENT_SECRET } = given;
  const { PORT = '4000', FLIGHTLINE_OPERATIONS_PORT = '0' } = given;
  const problems: string[] = [];
  if (DATABASE_URL && !FLIGHTLINE_MASTER_KEY)
    problems.push('FLIGHTLINE_MASTER_KEY: is required if DATABASE_URL is set');
  if (Number(FLIGHTLINE_CLOCK_OFFSET_S) !== 0 && FLIGHTLINE_SANDBOX !== 'on')
    problems.push('FLIGHTLINE_CLOCK_OFFSET_S: is only allowed with FLIGHTLINE_SANDBOX=on');
  if (FLIGHTLINE_AUTH_URL && !(FLIGHTLINE_AUTH_CLIENT_ID && FLIGHTLINE_AUTH_CLIENT_SECRET))
    problems.push(
      'FLIGHTLINE_AUTH_URL: requires FLIGHTLINE_AUTH_CLIENT_ID and FLIGHTLINE_AUTH_CLIENT_SECRET',
    );
  for (const name of ['FLIGHTLINE_DATABASE_DIRECT_URL', 'FLIGHTLINE_DATABASE_REPLICA_URL'])
    if (given[name] && !DATABASE_URL) problems.push(`${name}: requires DATABASE_URL`);
  for (const name of ['FLIGHTLINE_S3_ENDPOINT', 'FLIGHTLINE_FILES_CACHE_MB'])
    if (given[name] !== undefined && given.FLIGHTLINE_FILES === undefined)
      problems.push(`${name}: requires FLIGHTLINE_FILES`);
  if (given.FLIGHTLINE_DOWNLOADS === 'redirect' && given.FLIGHTLINE_FILES === undefined)
    problems.push('FLIGHTLINE_DOWNLOADS: can only be redirect if FLIGHTLINE_FILES is set');
  if (Number(FLIGHTLINE_OPERATIONS_PORT) !== 0 && Number(FLIGHTLINE_OPERATIONS_PORT) === Number(PORT))
    problems.push('FLIGHTLINE_OPERATIONS_PORT: must differ from PORT');
  return problems;
}

/** Kubernetes describes a Service named `flightline` to every pod beside it by such variables. */
const SERVICE_LINK = /^FLIGHTLINE(_.+)?_(SERVICE_(HOST|PORT(_.+)?)|PORT(_\d+_.+)?)$/;
/** `FLIGHTLINE_OPERATIONS_PORT` may be either, by its value: `9090`, or `tcp://10.0.0.1:9090`. */
const isServiceLink = ([name, value = '']: [string, string | undefined]): boolean =>
  SERVICE_LINK.test(name) && (/SERVICE/.test(name) || /:\/\/|_\d+_/.test(`${value}${name}`));

const withoutPrefix = (name: string) => name.replace(/^FLIGHTLINE_/, '');

/** Names that look like settings and are none: a typing error would otherwise go unnoticed. */
function unknownNames(given: NodeJS.ProcessEnv): string[] {
  return Object.keys(given)
    .filter((name) => name.startsWith('FLIGHTLINE_') && !SETTING_NAMES.includes(name))
    .map((name) => `${name}: is not a setting; the nearest is ${nearest(name, SETTING_NAMES)}`);
}

function unknownFeatures(given: NodeJS.ProcessEnv): string[] {
  const known = featureNames(given.FLIGHTLINE_OPERATOR ?? 'platform');
  return list(given.FLIGHTLINE_DISABLED_FEATURES ?? '')
    .filter((name) => !known.includes(name))
    .map(
      (name) =>
        `FLIGHTLINE_DISABLED_FEATURES: ${name} is not a native object or dictionary list; the nearest is ${nearest(name, known)}`,
    );
}

function nearest(name: string, known: readonly string[]): string {
  const distance = (other: string) => leven(withoutPrefix(name), withoutPrefix(other));
  return known.reduce((best, other) => (distance(other) < distance(best) ? other : best));
}

/** Thrown by `loadConfig`; its message names every bad setting, one a line. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Reads and checks all settings; the only place that knows of environment variables. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env) {
  // An empty variable counts as not set, as in compose files and shells.
  const given = Object.fromEntries(
    Object.entries(env).filter((entry) => entry[1] !== '' && !isServiceLink(entry)),
  );
  const parsed = Settings.safeParse(given);
  const issues = parsed.error?.issues ?? [];
  const problems = new Set(issues.map(({ path, message }) => `${String(path[0])}: ${message}`));
  for (const look of [unknownNames, unknownFeatures, jointProblems])
    for (const problem of look(given)) problems.add(problem);
  if (!parsed.success || problems.size > 0)
    throw new ConfigError([...problems].map((line) => `${line}.`).join('\n'));
  const settings = parsed.data;
  return {
    port: settings.PORT,
    host: settings.HOST,
    /** Unset: the embedded server in `dataDir`. */
    databaseUrl: settings.DATABASE_URL,
    /** The same database without a pooler in between; unset: `databaseUrl` has none. */
    databaseDirectUrl: settings.FLIGHTLINE_DATABASE_DIRECT_URL,
    /** A standby of it that answers compiled reads of GraphQL. */
    databaseReplicaUrl: settings.FLIGHTLINE_DATABASE_REPLICA_URL,
    /** Connections that the calls of a process share, besides those of the token endpoint and `/readyz`. */
    databasePool: settings.FLIGHTLINE_DATABASE_POOL,
    /** Where quotas, rate windows and messages to live views are; unset: in the database. */
    redisUrl: settings.FLIGHTLINE_REDIS_URL,
    /** Where reports are made, from a copy of the facts; unset: from the files themselves. */
    clickHouse: settings.FLIGHTLINE_WAREHOUSE_URL,
    dataDir: settings.FLIGHTLINE_DATA_DIR,
    /** Where facts and reports are; unset: in `dataDir`. */
    files: settings.FLIGHTLINE_FILES && {
      ...settings.FLIGHTLINE_FILES,
      endpoint: settings.FLIGHTLINE_S3_ENDPOINT,
      region: settings.AWS_REGION,
      cacheBytes: settings.FLIGHTLINE_FILES_CACHE_MB * 1024 * 1024,
    },
    /** Whether a download is redirected to the object store, or sent through this service. */
    redirectsDownloads: settings.FLIGHTLINE_DOWNLOADS === 'redirect',
    /** A database of your own gets a demo seat only when asked to. */
    demo: settings.FLIGHTLINE_DEMO ? settings.FLIGHTLINE_DEMO === 'on' : settings.DATABASE_URL === undefined,
    services: new Set<Service>(settings.FLIGHTLINE_SERVICES),
    operator: settings.FLIGHTLINE_OPERATOR,
    eventsRealm: settings.FLIGHTLINE_EVENTS_REALM,
    /** Unset in embedded mode until the data directory has one. */
    masterKey: settings.FLIGHTLINE_MASTER_KEY,
    /** Origins by which callers reach the service; the first is used in links. Unset: loopback on `port`. */
    publicUrls: settings.FLIGHTLINE_PUBLIC_URL,
    /** Origins whose pages may call the service from a browser; `*` alone is every origin. */
    corsOrigins: settings.FLIGHTLINE_CORS_ORIGINS,
    auth: settings.FLIGHTLINE_AUTH_URL
      ? {
          url: settings.FLIGHTLINE_AUTH_URL,
          clientId: settings.FLIGHTLINE_AUTH_CLIENT_ID ?? '',
          clientSecret: settings.FLIGHTLINE_AUTH_CLIENT_SECRET ?? '',
        }
      : undefined,
    intakeAuth: settings.FLIGHTLINE_INTAKE_AUTH,
    reportingPrefix: settings.FLIGHTLINE_REPORTING_PREFIX,
    reportRowCap: settings.FLIGHTLINE_REPORT_ROW_CAP,
    eventRetentionDays: settings.FLIGHTLINE_EVENT_RETENTION_DAYS,
    nativeTimeoutS: settings.FLIGHTLINE_NATIVE_TIMEOUT_S,
    strictFields: settings.FLIGHTLINE_STRICT_FIELDS,
    /** Of clients that have no wire profile of their own. */
    wire: settings.FLIGHTLINE_WIRE,
    dashboard: settings.FLIGHTLINE_DASHBOARD,
    graphiql: settings.FLIGHTLINE_GRAPHIQL,
    introspection: settings.FLIGHTLINE_INTROSPECTION,
    trustedDocuments: settings.FLIGHTLINE_TRUSTED_DOCUMENTS,
    disabledFeatures: new Set(settings.FLIGHTLINE_DISABLED_FEATURES),
    /** Whether a new database becomes a sandbox. */
    sandbox: settings.FLIGHTLINE_SANDBOX,
    /** Simulated delivery follows from it. */
    sandboxSeed: settings.FLIGHTLINE_SANDBOX_SEED,
    clockOffsetS: settings.FLIGHTLINE_CLOCK_OFFSET_S,
    /** Where /metrics, /healthz and /readyz are; unset: on `port`. */
    operationsPort: settings.FLIGHTLINE_OPERATIONS_PORT,
    /** Of clients, at once; one address gets half of them. */
    maxConnections: settings.FLIGHTLINE_MAX_CONNECTIONS,
    /** Where spans are sent; unset: nothing is traced. */
    tracing: settings.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT, serviceName: settings.OTEL_SERVICE_NAME }
      : undefined,
    /** Ranges of addresses to which webhooks may be sent although they are not public. */
    webhookAllow: settings.FLIGHTLINE_WEBHOOK_ALLOW,
    logLevel: settings.LOG_LEVEL,
  };
}

export type Config = ReturnType<typeof loadConfig>;
