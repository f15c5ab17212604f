import type pg from 'pg';
import { lowerSession } from '../../process/priority.ts';

/** Below the service on the same processors: many statements of one caller must not keep it from answering others. */
export const PRIORITY = 5;
/**
 * Of a session, whose weights add up: ten busy backends with the priority above would still take three quarters of a processor
 * that the service wants as well.
 */
export const SESSION_PRIORITY = 15;

/** Each process of PostgreSQL is a session of its own, and does not inherit the priority of one. */
export const lowerBackends = (pool: pg.Pool): pg.Pool =>
  pool.on('connect', ({ processID }: pg.PoolClient & { processID?: number }) => {
    if (processID !== undefined) void lowerSession(processID, SESSION_PRIORITY);
  });
