import type { Prisma } from '../../../platform/database/generated/prisma/client.ts';
import { authorizeAdmin, authorizeWrite, type DomainContext } from '../../context.ts';

/** Restricts a query to the seat's webhooks. Only ADMINs can see them. */
export function visibleWebhooks(ctx: DomainContext) {
  authorizeAdmin(ctx);
  return { seatId: ctx.seatId, status: { not: 'DELETED' } } satisfies Prisma.WebhookWhereInput;
}

/** Only ADMINs manage webhooks, because a webhook sends data of the seat elsewhere. */
export function authorizeWebhooks(ctx: DomainContext): void {
  authorizeAdmin(ctx);
  authorizeWrite(ctx);
}
