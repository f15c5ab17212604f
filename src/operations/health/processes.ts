import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Pool } from 'pg';
import type { System } from '../../domain/context.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../domain/errors.ts';
import { version } from '../../platform/process/version.ts';

/** A process that has not reported for this long has ended, or is frozen. */
const SILENT_S = 10;
const REMOVED_AFTER_S = 600;

export interface OwnProcess {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly origin: string;
  readonly version: string;
  readonly services: readonly string[];
  readonly startedAt: Date;
}

/** Returns the data that this process reports. */
export async function ownProcess({ config }: Pick<System, 'config'>, origin: string): Promise<OwnProcess> {
  return {
    ...{ id: randomUUID(), host: hostname(), pid: process.pid, origin },
    ...{ version: await version(), services: [...config.services], startedAt: new Date() },
  };
}

export interface FollowedState {
  readonly draining: boolean;
  readonly accessEpoch: number;
  readonly place: string | null;
  /** The phase of a rotation of the master key, 0 without one. */
  readonly keyPhase: number;
}

/** Reports that the process runs, and reads the decisions of operators, in one statement. */
export async function report(
  pool: Pool,
  own: OwnProcess,
  now: { readonly draining: boolean; readonly keyPhase: number },
): Promise<FollowedState> {
  const { rows } = await pool.query<FollowedState>({
    name: 'report-process',
    text: `WITH seen AS (
        INSERT INTO process (id, host, pid, origin, version, services, started_at, seen_at, draining, key_phase)
        VALUES ($1, $2, $3, $4, $5, $6, $7, now(), $8, $9)
        ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, key_phase = excluded.key_phase
        RETURNING draining
      )
      SELECT seen.draining, coalesce(state.access_epoch, 0) AS "accessEpoch", state.place,
        coalesce((SELECT phase FROM master_key_rotation), 0) AS "keyPhase"
      FROM seen LEFT JOIN operation_state state ON true`,
    values: [
      ...[own.id, own.host, own.pid, own.origin, own.version, own.services, own.startedAt],
      ...[now.draining, now.keyPhase],
    ],
  });
  const [state] = rows;
  if (!state) throw new Error('The report of a process returned no row.');
  return state;
}

/** Removes a process that stops from the list, and those that ended long ago. */
export async function forgetProcess(pool: Pool, { id }: Pick<OwnProcess, 'id'>): Promise<void> {
  await pool.query('DELETE FROM process WHERE id = $1 OR seen_at < now() - make_interval(secs => $2)', [
    id,
    REMOVED_AFTER_S,
  ]);
}

/** Returns the processes that run on the database. For operators. */
export async function listProcesses({ system }: { system: Pick<System, 'pool'> }) {
  const { rows } = await system.pool.query<{
    processId: string;
    host: string;
    pid: number;
    origin: string;
    version: string;
    services: string[];
    startedAt: Date;
    draining: boolean;
    keyPhase: number;
  }>(
    `SELECT id AS "processId", host, pid, origin, version, services, started_at AS "startedAt", draining,
       key_phase AS "keyPhase"
     FROM process WHERE seen_at > now() - make_interval(secs => $1) ORDER BY started_at, id`,
    [SILENT_S],
  );
  return { processes: rows };
}

/**
 * Takes processes out of rotation, or puts them back: all of them with `all`, one by the start of its ID,
 * or the only one. For operators. Throws NotFoundError, ConflictError or ValidationError.
 */
export async function setDraining(options: {
  readonly system: Pick<System, 'pool'>;
  readonly draining: boolean;
  readonly processId?: string | undefined;
  readonly all?: boolean | undefined;
}) {
  const { system, draining, processId, all = false } = options;
  const { processes } = await listProcesses({ system });
  if (processId !== undefined && processId.length < 4)
    throw new ValidationError([
      { path: 'process', message: 'process must be at least 4 characters of an ID.' },
    ]);
  const chosen =
    processId === undefined ? processes : processes.filter((one) => one.processId.startsWith(processId));
  if (chosen.length === 0) throw new NotFoundError('Process');
  if (chosen.length > 1 && !all)
    throw new ConflictError(
      `${chosen.length} processes run: choose one with --process, or all with --all. ${chosen.map((one) => `${one.processId} (${one.origin})`).join(', ')}`,
    );
  const ids = chosen.map((one) => one.processId);
  await system.pool.query('UPDATE process SET draining = $2 WHERE id = ANY ($1::uuid[])', [ids, draining]);
  return { processes: chosen.map((one) => ({ processId: one.processId, origin: one.origin, draining })) };
}
