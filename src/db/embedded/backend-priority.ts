import type pg from 'pg';
import { lowerSession } from '../../priority.ts';

/** Below the service on the same processors: many statements of one caller must not keep it from answering others. */
export const PRIORITY = 5;

/** Each process of PostgreSQL is a session of its own, and does not inherit the priority of one. */
export const lowerBackends = (pool: pg.Pool): pg.Pool =>
  pool.on('connect', ({ processID }: pg.PoolClient & { processID?: number }) => {
    if (processID !== undefined) void lowerSession(processID, PRIORITY);
  });
