import type { System } from '../../domain/context.ts';
import { remoteIntrospection } from '../../domain/events/intake/remote-introspection.ts';
import { readMigrations } from '../../platform/database/migration/migration-files.ts';
import { checkWritable } from '../../platform/files/data-dir.ts';
import { certificatesOf, isSecure } from '../../platform/network/certificates.ts';
import { filesAreElsewhere } from '../../warehouse/claim.ts';
import { masterKeyFits } from './check-master-key.ts';
import { clockOffsetS } from './clock.ts';

/** Systems other than the database seldom change, so they are checked at most once in this time. */
const FRESH_MS = 5_000;

/** A dependency of calls. */
export interface Probe {
  /** The name in metrics and alerts. */
  readonly name: string;
  readonly reason: string;
  /** The process remains ready without it: all processes depend on it, so none would be left. */
  readonly isShared?: true;
  /** Whether its failures are already logged by the code that uses it. */
  readonly isLogged?: true;
  readonly maxAgeMs: number;
  /** Throws if the check fails. */
  check(system: System): Promise<unknown>;
}

const DATABASE: Probe = {
  name: 'database',
  reason: 'The database does not respond or lacks a migration.',
  maxAgeMs: 0,
  check: checkMigrated,
};
const MASTER_KEY: Probe = {
  name: 'master_key',
  reason: 'The master key is not the one that the database was set up with.',
  maxAgeMs: FRESH_MS,
  check: async (system) => {
    if (!(await masterKeyFits(system))) throw new Error('it does not decrypt the secrets of the database');
  },
};
const WRITABLE: Probe = {
  name: 'data_directory',
  reason: 'The data directory cannot be written.',
  maxAgeMs: FRESH_MS,
  check: ({ config }) => checkWritable(config.dataDir),
};
const FILES: Probe = {
  name: 'files',
  reason: 'The data directory does not hold the files of the database.',
  maxAgeMs: FRESH_MS,
  check: async (system) => {
    if (await filesAreElsewhere(system)) throw new Error('it has no files, or those of another database');
  },
};
const OBJECT_STORE: Probe = {
  name: 'object_store',
  reason:
    'The object store of facts and reports does not answer, or does not hold the files of the database.',
  isShared: true,
  maxAgeMs: FRESH_MS,
  check: FILES.check,
};
const REDIS: Probe = {
  name: 'redis',
  reason: 'Redis does not answer.',
  isShared: true,
  isLogged: true,
  maxAgeMs: 0,
  check: async ({ redis }) => redis?.probe(),
};
const REPLICA: Probe = {
  name: 'replica',
  reason: 'The replica of the database does not answer, or is too far behind.',
  isShared: true,
  maxAgeMs: 0,
  check: async ({ replica }) => {
    if (replica?.problem !== undefined) throw new Error(replica.explanation);
  },
};
const CLICKHOUSE: Probe = {
  name: 'clickhouse',
  reason: 'ClickHouse does not answer.',
  isShared: true,
  maxAgeMs: FRESH_MS,
  check: async ({ clickHouse }) => {
    if (clickHouse && !(await clickHouse.answers())) throw new Error('it does not answer');
  },
};
const TOKEN_SERVICE: Probe = {
  name: 'token_service',
  reason: 'The token service does not answer, or refuses the credentials of this service.',
  maxAgeMs: FRESH_MS,
  check: checkTokenService,
};
const CLOCK: Probe = {
  name: 'clock',
  reason: 'The clock of this machine is not that of the database.',
  isShared: true,
  maxAgeMs: FRESH_MS,
  check: checkClock,
};
const CERTIFICATE: Probe = {
  name: 'certificate',
  reason: 'The certificate of a public URL has expired or soon will.',
  isShared: true,
  maxAgeMs: FRESH_MS,
  check: checkCertificates,
};

/**
 * Both checks below are logged elsewhere: the decision of an operator by the code that follows it, and a
 * copied database at the start.
 */
const ROTATION: Probe = {
  name: 'rotation',
  reason: 'An operator took this process out of rotation.',
  isLogged: true,
  maxAgeMs: 0,
  check: async ({ operation }) => {
    if (operation?.draining) throw new Error('`flightline drain on` was called');
  },
};
const PLACE: Probe = {
  name: 'place',
  reason:
    'The database is a copy of one that ran elsewhere: webhooks and scheduled reports are off until it is adopted.',
  isLogged: true,
  isShared: true,
  maxAgeMs: 0,
  check: async ({ operation }) => {
    if (operation?.outgoing === false) throw new Error('it is not where this installation set it up');
  },
};

const WAL_ARCHIVE: Probe = {
  name: 'wal_archive',
  reason: 'The WAL archive cannot be written.',
  isLogged: true,
  isShared: true,
  maxAgeMs: 0,
  check: async ({ operation }) => {
    if (operation?.archiveFailure !== undefined) throw operation.archiveFailure;
  },
};

/** `worker` and `reporting` are the services that use files (docs/operations.md). */
export const needsFiles = ({ services }: System['config']): boolean =>
  services.has('worker') || services.has('reporting');

/** Returns the dependencies of this process. The first is the database. */
export function probesOf(system: System): readonly Probe[] {
  const { config } = system;
  return [
    DATABASE,
    MASTER_KEY,
    ...(system.operation ? [ROTATION, PLACE] : []),
    ...(config.walArchive ? [WAL_ARCHIVE] : []),
    // The clock of a sandbox differs on purpose.
    ...(system.sandbox ? [] : [CLOCK]),
    ...(system.publicUrls.some(isSecure) ? [CERTIFICATE] : []),
    ...(needsFiles(config) ? [WRITABLE, config.files ? OBJECT_STORE : FILES] : []),
    ...(system.redis ? [REDIS] : []),
    ...(system.replica ? [REPLICA] : []),
    ...(system.clickHouse && config.services.has('worker') ? [CLICKHOUSE] : []),
    ...(config.auth && (config.services.has('intake') || config.services.has('attribution'))
      ? [TOKEN_SERVICE]
      : []),
  ];
}

let known: Promise<string[]> | undefined;

async function checkMigrated({ pool }: Pick<System, 'pool'>): Promise<void> {
  known ??= readMigrations().then((all) => all.map(({ name }) => name));
  const { rows } = await pool.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS name WHERE name NOT IN (
       SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL)
     ORDER BY name`,
    [await known],
  );
  if (rows[0]) throw new Error(`it lacks the migration ${rows[0].name}: run \`flightline database migrate\``);
}

/** Tokens of a machine whose clock differs by more are refused by other machines. */
const MAX_OFFSET_S = 30;

async function checkClock({ pool }: Pick<System, 'pool'>): Promise<void> {
  const offsetS = await clockOffsetS(pool);
  if (Math.abs(offsetS) <= MAX_OFFSET_S) return;
  const off = `${Math.round(Math.abs(offsetS))} s ${offsetS > 0 ? 'ahead of' : 'behind'}`;
  throw new Error(`the clock of this machine is ${off} that of the database`);
}

const SOON_MS = 7 * 24 * 3_600_000;

async function checkCertificates({ publicUrls }: System): Promise<void> {
  for (const { origin, expiresAt } of await certificatesOf(publicUrls)) {
    const leftMs = expiresAt.getTime() - Date.now();
    if (leftMs < SOON_MS)
      throw new Error(
        `the certificate of ${origin} ${leftMs < 0 ? 'expired' : 'expires'} on ${expiresAt.toISOString()}`,
      );
  }
}

/** A token that was never issued. The check only needs a response. */
async function checkTokenService({ config, now }: System): Promise<void> {
  if (config.auth) await remoteIntrospection({ auth: config.auth, now })('probe');
}
