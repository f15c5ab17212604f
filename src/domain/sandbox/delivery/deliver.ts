import { setTimeout as sleep } from 'node:timers/promises';
import { directPool } from '../../../platform/database/connection/client.ts';
import type { Warehouse } from '../../../warehouse/load.ts';
import { openWarehouse } from '../../../warehouse/open.ts';
import type { System } from '../../context.ts';
import { maintainPartitions } from '../../events/intake/partitions.ts';
import { fullHour } from '../auction/days.ts';
import { deliverHours } from './deliver-hours.ts';

/** The lock lets only one process simulate delivery. */
export const DELIVERY_LOCK = 7_203_513_871;
const LOOK_EVERY_MS = 100;
/** How long a caller waits for the simulation to make progress. There may be no process with a worker. */
const WAIT_TIMEOUT_MS = 3000;

interface Progress {
  readonly until: Date;
  readonly seed: number;
}

/** Returns the current full hour; all hours before it have passed. */
export const currentHour = ({ sandbox }: System): Date => new Date(fullHour(sandbox?.now().getTime() ?? 0));

/**
 * Simulates delivery up to a full hour.
 * @returns false if another process is doing it
 */
export async function deliver(options: {
  system: System;
  until: Date;
  open: () => Promise<Warehouse>;
  isStopped?: (() => boolean) | undefined;
}): Promise<boolean> {
  const { system, until, open, isStopped } = options;
  const keeper = await directPool(system.pool).connect();
  try {
    const { rows } = await keeper.query(`SELECT pg_try_advisory_lock(${DELIVERY_LOCK}) AS mine`);
    if (!rows[0].mine) return false;
    const { until: from, seed } = await progressOf(system);
    if (until <= from) return true;
    await deliverHours({ system, warehouse: await open(), from, to: until, seed, isStopped });
    await maintainPartitions(system);
    return true;
  } finally {
    await keeper.query(`SELECT pg_advisory_unlock(${DELIVERY_LOCK})`).then(
      () => keeper.release(),
      () => keeper.release(true),
    );
  }
}

/** Simulates until now, or waits for the process that does. For commands. */
export async function deliverUntilNow(system: System): Promise<void> {
  const until = currentHour(system);
  let opened: Promise<Warehouse> | undefined;
  const open = () => {
    opened ??= openWarehouse(system);
    return opened;
  };
  try {
    while (!(await isDelivered(system, until)) && !(await deliver({ system, until, open })))
      await sleep(LOOK_EVERY_MS);
  } finally {
    await (await opened)?.engine.close();
  }
}

/** Waits for the worker that simulates, as long as it makes progress. For requests. */
export async function waitForDelivery(system: System): Promise<void> {
  const until = currentHour(system);
  let idleMs = 0;
  while (idleMs < WAIT_TIMEOUT_MS && !(await isDelivered(system, until))) {
    const { rows } = await system.pool.query(
      `SELECT count(*)::int AS running FROM pg_locks
       WHERE locktype = 'advisory' AND (classid::bigint << 32 | objid::bigint) = ${DELIVERY_LOCK} AND granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    idleMs = rows[0].running > 0 ? 0 : idleMs + LOOK_EVERY_MS;
    await sleep(LOOK_EVERY_MS);
  }
}

/** Returns whether delivery was simulated up to a full hour. */
export async function isDelivered(system: System, until: Date): Promise<boolean> {
  return (await progressOf(system)).until >= until;
}

async function progressOf({ pool }: System): Promise<Progress> {
  const { rows } = await pool.query<Progress>('SELECT delivered_until AS until, seed FROM sandbox_clock');
  if (!rows[0]) throw new Error('The sandbox has no clock.');
  return rows[0];
}
