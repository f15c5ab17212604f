import type { Warehouse } from '../../../warehouse/load.ts';
import type { System } from '../../context.ts';
import { HOUR_MS } from '../auction/days.ts';
import { simulateHours } from './simulate-hours.ts';
import type { Spending } from './spent.ts';
import { storeHours } from './store-hours.ts';

/** The period that is simulated and stored at once. */
const STEP_MS = 7 * 24 * HOUR_MS;

/**
 * Simulates and stores the hours from `from` (inclusive) to `to` (exclusive), both full hours, in steps: while one step
 * is stored, the next is simulated.
 */
export async function deliverHours(options: {
  system: System;
  warehouse: Warehouse;
  from: Date;
  to: Date;
  seed: number;
  /** Called between two steps. Returns whether to stop and leave the rest to other processes. */
  isStopped?: (() => boolean) | undefined;
}): Promise<void> {
  const { system, warehouse, to, seed, isStopped = () => false } = options;
  let spending: Spending | undefined;
  let stored = Promise.resolve();
  try {
    for (let from = options.from; from < to && !isStopped(); ) {
      const step = { from, to: new Date(Math.min(from.getTime() + STEP_MS, to.getTime())) };
      const hours = await simulateHours({ system, warehouse, ...step, seed, before: { spending, stored } });
      await stored.catch(async (error) => {
        await hours.draft.discard(warehouse.files);
        throw error;
      });
      stored = storeHours({ system, warehouse, hours });
      stored.catch(() => undefined);
      spending = hours.spending;
      from = step.to;
    }
  } finally {
    await stored;
  }
}
