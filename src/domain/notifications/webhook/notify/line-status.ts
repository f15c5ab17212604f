import { batchInTransaction } from '../../../../platform/database/transaction/batch-in-transaction.ts';
import { deliveryBlockers, statusOf } from '../../../campaigns/line/blockers/read.ts';
import type { DomainContext } from '../../../context.ts';
import { enqueueWebhooks, type WebhookOccurrence } from '../queue.ts';

interface Line {
  readonly id: number;
  readonly advertiserId: number;
  readonly campaignId: number;
  readonly name: string;
  readonly status: string;
}

/**
 * Notifies webhooks, in the transaction of the change, that the status of a line changed and whether it can deliver
 * now.
 */
export async function enqueueLineStatus(ctx: DomainContext, before: Line, after: Line): Promise<void> {
  const { id: lineId, advertiserId, campaignId: orderId, name, status } = after;
  if (status === before.status) return;
  const happening = {
    seatId: ctx.seatId,
    advertiserId,
    event: 'line.status' as const,
    resource: `Line:${lineId}`,
    at: ctx.now(),
    data: { lineId, orderId, advertiserId, name, previousStatus: before.status, status },
  };
  await batchInTransaction({
    db: ctx.db,
    name: 'line.status',
    key: happening,
    many: async (happenings) => {
      const blockers = await deliveryBlockers(
        ctx,
        happenings.map(({ data }) => data.lineId),
      );
      await enqueueWebhooks(
        ctx.db,
        happenings.map((happening): WebhookOccurrence => {
          const found = blockers.get(happening.data.lineId) ?? [];
          const delivery = {
            deliveryStatus: statusOf(found),
            deliveryBlockers: found.map(({ code }) => code),
          };
          return { ...happening, data: { ...happening.data, ...delivery } };
        }),
      );
      return happenings.map(() => undefined);
    },
  });
}
