import { inTransaction } from '../../../platform/database/transaction/in-transaction.ts';
import type { System } from '../../context.ts';
import { closeEndedDays } from '../../reporting/report/books/close-ended-days.ts';
import { currentHour, isDelivered } from './deliver.ts';

/**
 * Closes the books that became due in the last full hour, after its delivery was simulated. In zones whose offset
 * includes minutes, a day ends within an hour.
 */
export async function closeBooksOfHour(system: System): Promise<void> {
  const { sandbox } = system;
  const from = currentHour(system);
  if (!sandbox || !(await isDelivered(system, from))) return;
  await inTransaction(system.pool, (client) => closeEndedDays(client, { from, to: sandbox.now() }));
}
