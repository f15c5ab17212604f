import type pg from 'pg';
import { lowerSession } from '../../process/priority.ts';

/**
 * A lower priority than the service on the same processors, so that many statements of one caller do not
 * delay the others.
 */
export const PRIORITY = 5;
/**
 * Of a session. Priorities of processes add up: ten busy backends with the priority above would still take
 * three quarters of a processor that the service needs as well.
 */
export const SESSION_PRIORITY = 15;

/**
 * Lowers the priority of each new backend. Each PostgreSQL process is a session, and does not inherit the
 * priority of another.
 */
export const lowerBackends = (pool: pg.Pool): pg.Pool =>
  pool.on('connect', ({ processID }: pg.PoolClient & { processID?: number }) => {
    if (processID !== undefined) void lowerSession(processID, SESSION_PRIORITY);
  });
