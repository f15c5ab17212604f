import { gathered } from '../../../db/gathered.ts';
import type { DomainContext } from '../../context.ts';
import { type Happening, tellWebhooks } from '../queue.ts';

interface Line {
  readonly id: number;
  readonly advertiserId: number;
  readonly campaignId: number;
  readonly name: string;
  readonly status: string;
}

/** Tells webhooks that the status of a line changed, in the transaction of the change. */
export async function tellLineStatus(ctx: DomainContext, before: Line, after: Line): Promise<void> {
  const { id: lineId, advertiserId, campaignId: orderId, name, status } = after;
  if (status === before.status) return;
  const happening: Happening = {
    seatId: ctx.seatId,
    advertiserId,
    event: 'line.status',
    resource: `Line:${lineId}`,
    at: ctx.now(),
    data: { lineId, orderId, advertiserId, name, previousStatus: before.status, status },
  };
  await gathered({
    db: ctx.db,
    name: 'line.status',
    key: happening,
    many: async (happenings) => {
      await tellWebhooks(ctx.db, happenings);
      return happenings.map(() => undefined);
    },
  });
}
