import { checkWritable } from '../../data-dir.ts';
import { readMigrations } from '../../db/migration-files.ts';
import { filesAreElsewhere } from '../../warehouse/claim.ts';
import type { System } from '../context.ts';
import { remoteIntrospection } from '../intake/remote-introspection.ts';
import { masterKeyFits } from './check-master-key.ts';

const PATIENCE_MS = 2_000;
/** What is outside of the database seldom changes, so it is checked at most once in this time. */
const FRESH_MS = 5_000;

/** One thing that calls depend on. */
interface Probe {
  readonly reason: string;
  /** Whether the process serves the rest without it: all processes share it, so that none would be left. */
  readonly isShared?: true;
  readonly freshMs: number;
  /** Whether it is as it should be; failing counts as no. */
  check(system: System): Promise<boolean>;
}

const DATABASE: Probe = {
  reason: 'The database does not respond or lacks a migration.',
  freshMs: 0,
  check: isMigrated,
};
const MASTER_KEY: Probe = {
  reason: 'The master key is not the one that the database was set up with.',
  freshMs: FRESH_MS,
  check: masterKeyFits,
};
const WRITABLE: Probe = {
  reason: 'The data directory cannot be written.',
  freshMs: FRESH_MS,
  check: ({ config }) => checkWritable(config.dataDir).then(() => true),
};
const FILES: Probe = {
  reason: 'The data directory does not hold the files of the database.',
  freshMs: FRESH_MS,
  check: async (system) => !(await filesAreElsewhere(system)),
};
const OBJECT_STORE: Probe = {
  reason:
    'The object store of facts and reports does not answer, or does not hold the files of the database.',
  isShared: true,
  freshMs: FRESH_MS,
  check: FILES.check,
};
const REDIS: Probe = {
  reason: 'Redis does not answer.',
  isShared: true,
  freshMs: 0,
  check: async ({ redis }) => (await redis?.ping()) ?? true,
};
const REPLICA: Probe = {
  reason: 'The replica of the database does not answer, or is too far behind.',
  isShared: true,
  freshMs: 0,
  check: async ({ replica }) => replica?.problem === undefined,
};
const CLICKHOUSE: Probe = {
  reason: 'ClickHouse does not answer.',
  isShared: true,
  freshMs: FRESH_MS,
  check: async ({ clickHouse }) => (await clickHouse?.answers()) ?? true,
};
const TOKEN_SERVICE: Probe = {
  reason: 'The token service does not answer, or refuses the credentials of this service.',
  freshMs: FRESH_MS,
  check: asksTokenService,
};

interface State {
  readonly probes: readonly (Pick<Probe, 'reason' | 'isShared'> & {
    readonly failure: () => Promise<unknown>;
  })[];
  /** What was logged last; each change is logged once. */
  logged: string;
}

const states = new WeakMap<System['pool'], State>();

/** In sentences without names of hosts or paths. */
interface Readiness {
  /** Why calls cannot be served now; empty when they can. */
  readonly reasons: readonly string[];
  /** What some calls do without meanwhile. */
  readonly away: readonly string[];
}

export async function readiness({ system }: { system: System }): Promise<Readiness> {
  const state = states.get(system.pool) ?? stateOf(system);
  states.set(system.pool, state);
  const failures = await Promise.all(state.probes.map(({ failure }) => failure()));
  const failed = state.probes.flatMap(({ reason, isShared }, index) =>
    failures[index] === undefined ? [] : [{ reason, isShared, err: failures[index] }],
  );
  // Where the database is away, nothing else that is asked of it is known.
  const told = failures[0] === undefined ? failed : failed.slice(0, 1);
  const reasonsOf = (shared: boolean) =>
    told.flatMap(({ reason, isShared = false }) => (isShared === shared ? [reason] : []));
  const [reasons, away] = [reasonsOf(false), reasonsOf(true)];
  const said = [...reasons, ...away].join(' ');
  if (said !== state.logged) {
    const err = told[0]?.err;
    if (reasons.length > 0) system.log.warn({ reasons: [...reasons, ...away], err }, 'not ready');
    else if (said) system.log.warn({ away, err }, 'ready, but for a part');
    else system.log.info('ready again');
  }
  state.logged = said;
  return { reasons, away };
}

/** `worker` and `reporting` are the services that work with files (docs/operations.md). */
export const needsFiles = ({ services }: System['config']): boolean =>
  services.has('worker') || services.has('reporting');

function stateOf(system: System): State {
  const { config } = system;
  const probes = [
    DATABASE,
    MASTER_KEY,
    ...(needsFiles(config) ? [WRITABLE, config.files ? OBJECT_STORE : FILES] : []),
    ...(system.redis ? [REDIS] : []),
    ...(system.replica ? [REPLICA] : []),
    ...(system.clickHouse && config.services.has('worker') ? [CLICKHOUSE] : []),
    ...(config.auth && (config.services.has('intake') || config.services.has('attribution'))
      ? [TOKEN_SERVICE]
      : []),
  ];
  return {
    probes: probes.map((probe) => ({ ...probe, failure: remembered(system, probe) })),
    logged: '',
  };
}

/** Why the probe fails, undefined when it does not; calls at once share one answer, which holds for a while. */
function remembered(system: System, { check, freshMs }: Probe): () => Promise<unknown> {
  let last: { answer: Promise<unknown>; until: number } | undefined;
  let running = false;
  return () => {
    if (last && (running || last.until > performance.now())) return last.answer;
    running = true;
    const answer = failureOf(check(system)).finally(() => {
      running = false;
    });
    last = { answer, until: performance.now() + freshMs };
    return answer;
  };
}

async function failureOf(checked: Promise<boolean>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
  });
  try {
    return (await Promise.race([checked, late])) ? undefined : new Error('it is not as it should be');
  } catch (error) {
    return error;
  } finally {
    clearTimeout(timer);
  }
}

let known: Promise<string[]> | undefined;

async function isMigrated({ pool }: Pick<System, 'pool'>): Promise<boolean> {
  known ??= readMigrations().then((all) => all.map(({ name }) => name));
  const names = await known;
  const { rows } = await pool.query<{ applied: number }>(
    `SELECT count(DISTINCT migration_name)::int AS applied FROM _prisma_migrations
     WHERE migration_name = ANY ($1) AND finished_at IS NOT NULL AND rolled_back_at IS NULL`,
    [names],
  );
  return rows[0]?.applied === names.length;
}

/** A token that was never issued. The check only needs a response. */
async function asksTokenService({ config, now }: System): Promise<boolean> {
  if (config.auth) await remoteIntrospection({ auth: config.auth, now })('probe');
  return true;
}
