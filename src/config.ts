import { featureNames } from './domain/access/features.ts';
import { isServiceLink, jointProblems, unknownFeatures, unknownNames } from './platform/settings/problems.ts';
import { readSecretFiles } from './platform/settings/secret-files.ts';
import { type Service, Settings } from './platform/settings/settings.ts';

export { SERVICES, SETTING_NAMES, type Service } from './platform/settings/settings.ts';

/** Thrown by `loadConfig`. Its message lists every invalid setting, one per line. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Reads and validates all settings. No other code reads environment variables. */
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
    /** Whether the data directory is only the default, in the directory where the process was started. */
    hasDefaultDataDir: given.FLIGHTLINE_DATA_DIR === undefined,
    /** The same database without a pooler in between. Unset: `databaseUrl` does not use one. */
    databaseDirectUrl: settings.FLIGHTLINE_DATABASE_DIRECT_URL,
    /** A standby of the database that serves compiled GraphQL reads. */
    databaseReplicaUrl: settings.FLIGHTLINE_DATABASE_REPLICA_URL,
    /** Whether the service starts on a database that a newer version has migrated. */
    allowsNewerDatabase: settings.FLIGHTLINE_NEWER_DATABASE === 'allow',
    /**
     * Connections that the calls of a process share, in addition to those of the token endpoint and
     * `/readyz`.
     */
    databasePool: settings.FLIGHTLINE_DATABASE_POOL,
    /** Where quotas, rate windows and messages to live views are stored. Unset: in the database. */
    redisUrl: settings.FLIGHTLINE_REDIS_URL,
    /** Where reports are computed, from a copy of the facts. Unset: from the files themselves. */
    clickHouse: settings.FLIGHTLINE_WAREHOUSE_URL,
    dataDir: settings.FLIGHTLINE_DATA_DIR,
    /** Where facts and reports are stored. Unset: in `dataDir`. */
    files: settings.FLIGHTLINE_FILES && {
      ...settings.FLIGHTLINE_FILES,
      endpoint: settings.FLIGHTLINE_S3_ENDPOINT,
      region: settings.AWS_REGION,
      cacheBytes: settings.FLIGHTLINE_FILES_CACHE_MB * 1024 * 1024,
    },
    /** Where the write-ahead log of the embedded database is archived. Unset: nowhere. */
    walArchive:
      settings.FLIGHTLINE_WAL_ARCHIVE && 'bucket' in settings.FLIGHTLINE_WAL_ARCHIVE
        ? {
            ...settings.FLIGHTLINE_WAL_ARCHIVE,
            endpoint: settings.FLIGHTLINE_S3_ENDPOINT,
            region: settings.AWS_REGION,
          }
        : settings.FLIGHTLINE_WAL_ARCHIVE,
    /** How many days back a point in time can be recovered. */
    walArchiveDays: settings.FLIGHTLINE_WAL_ARCHIVE_DAYS,
    /** Whether a download is redirected to the object store, or streamed through this service. */
    redirectsDownloads: settings.FLIGHTLINE_DOWNLOADS === 'redirect',
    /** An external database gets a demo seat only if FLIGHTLINE_DEMO is on. */
    demo: settings.FLIGHTLINE_DEMO ? settings.FLIGHTLINE_DEMO === 'on' : settings.DATABASE_URL === undefined,
    services: new Set<Service>(settings.FLIGHTLINE_SERVICES),
    operator: settings.FLIGHTLINE_OPERATOR,
    eventsRealm: settings.FLIGHTLINE_EVENTS_REALM,
    /** Unset in embedded mode until the data directory contains one. */
    masterKey: settings.FLIGHTLINE_MASTER_KEY,
    /** Origins at which callers reach the service. The first is used in links. Unset: loopback on `port`. */
    publicUrls: settings.FLIGHTLINE_PUBLIC_URL,
    /** Origins whose pages may call the service from a browser. `*` allows every origin. */
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
    /** How long the engine may take for one report. */
    reportTimeoutS: settings.FLIGHTLINE_REPORT_TIMEOUT_S,
    eventRetentionDays: settings.FLIGHTLINE_EVENT_RETENTION_DAYS,
    /**
     * After how many days events are archived to files. Unset: they stay in the database until they expire.
     */
    eventArchiveDays: settings.FLIGHTLINE_EVENT_ARCHIVE_DAYS,
    nativeTimeoutS: settings.FLIGHTLINE_NATIVE_TIMEOUT_S,
    strictFields: settings.FLIGHTLINE_STRICT_FIELDS,
    /** The wire profile of clients that have none of their own. */
    wire: settings.FLIGHTLINE_WIRE,
    dashboard: settings.FLIGHTLINE_DASHBOARD,
    graphiql: settings.FLIGHTLINE_GRAPHIQL,
    introspection: settings.FLIGHTLINE_INTROSPECTION,
    trustedDocuments: settings.FLIGHTLINE_TRUSTED_DOCUMENTS,
    disabledFeatures: new Set(settings.FLIGHTLINE_DISABLED_FEATURES),
    /** Whether a new database becomes a sandbox. */
    sandbox: settings.FLIGHTLINE_SANDBOX,
    /** Simulated delivery is derived from it. */
    sandboxSeed: settings.FLIGHTLINE_SANDBOX_SEED,
    clockOffsetS: settings.FLIGHTLINE_CLOCK_OFFSET_S,
    /** The port of /metrics, /healthz and /readyz. Unset: `port`. */
    operationsPort: settings.FLIGHTLINE_OPERATIONS_PORT,
    /**
     * The token that allows access to /metrics and `/readyz?verbose` from other machines. Unset: no access.
     */
    operationsToken: settings.FLIGHTLINE_OPERATIONS_TOKEN,
    /**
     * How long the service continues to serve calls after a stop signal, so that load balancers notice it
     * first. An embedded database has only one process, so there is no load balancer.
     */
    drainSeconds: settings.FLIGHTLINE_DRAIN_SECONDS ?? (settings.DATABASE_URL === undefined ? 0 : 5),
    /** The maximum number of simultaneous client connections. One address gets half of them. */
    maxConnections: settings.FLIGHTLINE_MAX_CONNECTIONS,
    /** Where spans are sent. Unset: tracing is off. */
    tracing: settings.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT, serviceName: settings.OTEL_SERVICE_NAME }
      : undefined,
    /** Address ranges to which webhooks may be sent although they are not public. */
    webhookAllow: settings.FLIGHTLINE_WEBHOOK_ALLOW,
    /** The proxies whose `X-Forwarded-For` header is trusted for the caller's address. */
    trustedProxies: settings.FLIGHTLINE_TRUSTED_PROXIES,
    /** The maximum size of log lines stored for `request show`. 0 stores none. */
    requestLogBytes: settings.FLIGHTLINE_REQUEST_LOG_MB * 1024 * 1024,
    logLevel: settings.LOG_LEVEL,
  };
}

export type Config = ReturnType<typeof loadConfig>;

/** An empty variable counts as unset, as in compose files and shells. */
function setVariables(env: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(env).filter((entry): entry is [string, string] => !!entry[1]);
  return Object.fromEntries(entries.filter((entry) => !isServiceLink(entry)));
}

/** Returns the client secret for commands. It is not a setting of the service. Throws ConfigError. */
export function clientSecretVariable(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const { FLIGHTLINE_CLIENT_SECRET: secret, FLIGHTLINE_CLIENT_SECRET_FILE: file } = setVariables(env);
  const { values, problems } = readSecretFiles({
    ...(secret && { FLIGHTLINE_CLIENT_SECRET: secret }),
    ...(file && { FLIGHTLINE_CLIENT_SECRET_FILE: file }),
  });
  if (problems.length > 0) throw new ConfigError(problems.map((line) => `${line}.`).join('\n'));
  return values.FLIGHTLINE_CLIENT_SECRET;
}
