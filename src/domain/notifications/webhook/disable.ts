import { type Db, Prisma, query, sql, transaction } from '../../../platform/database/connection/client.ts';
import { ownContext } from '../../access/tenancy/own-context.ts';
import type { System } from '../../context.ts';
import { recordChange } from '../history/record.ts';

export interface Disabled {
  readonly id: number;
  readonly seatId: number;
  readonly notice: string;
}

/** A part of a WITH: fails the pending deliveries of the webhooks in `from`, which has their `id`. */
const giveUp = (from: string): string => `
  UPDATE webhook_delivery d SET status = 'FAILED', next_attempt_at = NULL, failure = 'The webhook was disabled.'
  FROM ${from} WHERE d.webhook_id = ${from}.id AND d.next_attempt_at IS NOT NULL`;

/**
 * Disables webhooks with a notice, fails their pending deliveries, and adds the change to the history.
 * @param which a SELECT of `id` and `notice` from `webhook`, in which $1 is the time
 * @returns those that were active
 */
export function disableWebhooks(
  system: System,
  options: { which: string; now: Date; values?: readonly unknown[] },
): Promise<Disabled[]> {
  const { which, now, values = [] } = options;
  return transaction(system.db, async (db) => {
    const disabled = await query<Disabled>(db, {
      text: `WITH which AS (${which}), disabled AS (
       UPDATE webhook w SET status = 'DISABLED', updated_at = greatest($1, w.updated_at + interval '1 ms'),
         notice = which.notice
       FROM which WHERE w.id = which.id AND w.status = 'ACTIVE'
       RETURNING w.id, w.seat_id AS "seatId", w.notice
     ), given_up AS (${giveUp('disabled')})
     SELECT * FROM disabled`,
      values: [now, ...values],
    });
    for (const { id, seatId } of disabled)
      await recordChange({
        ctx: { ...ownContext(system, { seatId, by: 'service' }), db },
        ...{ resource: 'Webhook', id, action: 'UPDATE' },
        ...{ before: { status: 'ACTIVE' }, after: { status: 'DISABLED' } },
      });
    return disabled;
  });
}

/** Fails the pending deliveries of a webhook that its seat has disabled. */
export async function failPending(db: Db, webhookId: number): Promise<void> {
  await sql(db)`WITH disabled AS (SELECT ${webhookId}::int AS id) ${Prisma.raw(giveUp('disabled'))}`;
}
