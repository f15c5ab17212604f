import type { PoolClient } from 'pg';
import { inTransaction } from '../../../platform/database/transaction/in-transaction.ts';
import { loadFacts, type Warehouse } from '../../../warehouse/load.ts';
import type { System } from '../../context.ts';
import { closeEndedDays } from '../../reporting/report/books/close-ended-days.ts';
import { exportConversions } from '../../reporting/report/export-conversions.ts';
import type { PlannedConversion } from '../auction/conversions.ts';
import { type Due, readDue, storePending } from './pending.ts';
import { postConversions } from './post-conversions.ts';
import type { SimulatedHours } from './simulate-hours.ts';

/**
 * Stores hours: conversions by postback, facts by a load, and closed books. Facts, spend and closed books are stored in
 * one transaction, so after a crash either all or none of the hours are repeated. Conversions are posted before it, and
 * count once.
 */
export async function storeHours(options: {
  system: System;
  warehouse: Warehouse;
  hours: SimulatedHours;
}): Promise<void> {
  const { system, warehouse, hours } = options;
  const { draft, to } = hours;
  try {
    const due = await readDue(system.pool, to);
    for (const record of due.facts) draft.add(record);
    await draft.write();
    await draft.close();
    const conclude = (client: PoolClient) => conclusion(client, hours, due);
    // The engine reads the facts while the database stores the conversions.
    const converted = convert(options, due);
    const load = { file: draft.filePath, after: converted, alongside: conclude };
    const loading = draft.rows > 0 ? loadFacts(warehouse, load) : undefined;
    await Promise.allSettled([converted, loading]);
    await converted;
    if (!(await loading)?.loaded) await inTransaction(system.pool, conclude);
  } finally {
    await draft.discard(warehouse.files);
  }
}

async function convert(
  { system, warehouse, hours }: Parameters<typeof storeHours>[0],
  due: Due,
): Promise<void> {
  await postConversions(system, [...due.conversions, ...hours.conversions].sort(byTime));
  while ((await exportConversions(system, warehouse)) > 0);
}

const byTime = (a: PlannedConversion, b: PlannedConversion): number => a.at - b.at || (a.id < b.id ? -1 : 1);

async function conclusion(
  client: PoolClient,
  { from, to, spending, later }: SimulatedHours,
  due: Due,
): Promise<void> {
  await spending.store(client);
  await storePending(client, { done: due.ids, later });
  await client.query('UPDATE sandbox_clock SET delivered_until = $1', [to]);
  await closeEndedDays(client, { from, to });
}
