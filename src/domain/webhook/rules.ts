import type { DomainContext } from '../context.ts';
import type { Problems } from '../input.ts';
import { isId } from '../rows.ts';
import { urlProblem } from './url.ts';

/** Checks what cannot be told from the shape: where the URL leads, and whose the advertisers are. */
export async function checkWebhook(options: {
  ctx: DomainContext;
  problems: Problems;
  url: string | undefined;
  advertiserIds: readonly number[] | undefined;
}): Promise<void> {
  const { ctx, problems, url, advertiserIds = [] } = options;
  const problem = url === undefined ? undefined : urlProblem(url, ctx.config.webhookAllow);
  if (problem) problems.add('url', problem);
  if (advertiserIds.length === 0) return;
  const own = await ctx.db.advertiser.findMany({
    where: { seatId: ctx.seatId, id: { in: advertiserIds.filter(isId) } },
    select: { id: true },
  });
  const known = new Set(own.map(({ id }) => id));
  for (const [index, id] of advertiserIds.entries())
    if (!known.has(id))
      problems.add(`advertiserIds[${index}]`, 'must be the ID of an advertiser of this seat');
}
