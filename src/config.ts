import { featureNames } from './domain/access/features.ts';
import { isServiceLink, jointProblems, unknownFeatures, unknownNames } from './platform/settings/problems.ts';
import { readSecretFiles } from './platform/settings/secret-files.ts';
import { type Service, Settings } from './platform/settings/settings.ts';

export { SERVICES, SETTING_NAMES, type Service } from './platform/settings/settings.ts';

/** Thrown by `loadConfig`; its message names every bad setting, one a line. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Reads and checks all settings; the only place that knows of environment variables. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env) {
  const { values: given, problems: unreadable } = readSecretFiles(setVariables(env));
  const parsed = Settings.safeParse(given);
  const issues = parsed.error?.issues ?? [];
  const problems = new Set([
    ...unreadable,
    ...issues.map(({ path, message }) => `${String(path[0])}: ${message}`),
  ]);
  const features = featureNames(given.FLIGHTLINE_OPERATOR ?? 'platform');
  for (const problem of [
    ...unknownNames(given),
    ...unknownFeatures(given, features),
    ...jointProblems(given),
  ])
    problems.add(problem);
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
    /** Whether the service starts on a database that a newer version has migrated. */
    allowsNewerDatabase: settings.FLIGHTLINE_NEWER_DATABASE === 'allow',
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
    /** Where the write-ahead log of the embedded database is archived; unset: nowhere. */
    walArchive:
      settings.FLIGHTLINE_WAL_ARCHIVE && 'bucket' in settings.FLIGHTLINE_WAL_ARCHIVE
        ? {
            ...settings.FLIGHTLINE_WAL_ARCHIVE,
            endpoint: settings.FLIGHTLINE_S3_ENDPOINT,
            region: settings.AWS_REGION,
          }
        : settings.FLIGHTLINE_WAL_ARCHIVE,
    /** How far back a moment can be recovered. */
    walArchiveDays: settings.FLIGHTLINE_WAL_ARCHIVE_DAYS,
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
    /** The time that the engine may take for one report. */
    reportTimeoutS: settings.FLIGHTLINE_REPORT_TIMEOUT_S,
    eventRetentionDays: settings.FLIGHTLINE_EVENT_RETENTION_DAYS,
    /** After how many days events become files; unset: they stay rows until they expire. */
    eventArchiveDays: settings.FLIGHTLINE_EVENT_ARCHIVE_DAYS,
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
    /** Opens /metrics and `/readyz?verbose` from other machines; unset: nothing does. */
    operationsToken: settings.FLIGHTLINE_OPERATIONS_TOKEN,
    /**
     * How long the service goes on answering once it is told to stop, so that load balancers see it first. Nothing
     * balances over an embedded database, which has one process.
     */
    drainSeconds: settings.FLIGHTLINE_DRAIN_SECONDS ?? (settings.DATABASE_URL === undefined ? 0 : 5),
    /** Of clients, at once; one address gets half of them. */
    maxConnections: settings.FLIGHTLINE_MAX_CONNECTIONS,
    /** Where spans are sent; unset: nothing is traced. */
    tracing: settings.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT, serviceName: settings.OTEL_SERVICE_NAME }
      : undefined,
    /** Ranges of addresses to which webhooks may be sent although they are not public. */
    webhookAllow: settings.FLIGHTLINE_WEBHOOK_ALLOW,
    /** Whose `X-Forwarded-For` says who calls. */
    trustedProxies: settings.FLIGHTLINE_TRUSTED_PROXIES,
    /** Of the log lines that are stored for `request show`; 0 stores none. */
    requestLogBytes: settings.FLIGHTLINE_REQUEST_LOG_MB * 1024 * 1024,
    logLevel: settings.LOG_LEVEL,
  };
}

export type Config = ReturnType<typeof loadConfig>;

/** An empty variable counts as not set, as in compose files and shells. */
function setVariables(env: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(env).filter((entry): entry is [string, string] => !!entry[1]);
  return Object.fromEntries(entries.filter((entry) => !isServiceLink(entry)));
}

/** The secret of a client, for commands; not a setting of the service. Throws ConfigError. */
export function clientSecretVariable(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const { FLIGHTLINE_CLIENT_SECRET: secret, FLIGHTLINE_CLIENT_SECRET_FILE: file } = setVariables(env);
  const { values, problems } = readSecretFiles({
    ...(secret && { FLIGHTLINE_CLIENT_SECRET: secret }),
    ...(file && { FLIGHTLINE_CLIENT_SECRET_FILE: file }),
  });
  if (problems.length > 0) throw new ConfigError(problems.map((line) => `${line}.`).join('\n'));
  return values.FLIGHTLINE_CLIENT_SECRET;
}
