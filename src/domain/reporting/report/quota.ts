import { callRefusal, type ReportMethod, takeCall } from '../../access/quota/calls.ts';
import type { DomainContext } from '../../context.ts';

/**
 * Counts one call in the user's report windows.
 * @throws RateLimitedError if one is full
 */
export async function takeReportCall(ctx: DomainContext, method: ReportMethod): Promise<void> {
  const counted = await takeCall({ system: ctx, userId: ctx.actor.userId, method });
  if (!counted.passed) throw callRefusal(counted);
}
