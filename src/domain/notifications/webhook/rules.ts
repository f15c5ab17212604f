import type { Problems } from '../../../resources/define/input.ts';
import { checkAdvertisers } from '../../campaigns/advertiser/reference.ts';
import type { DomainContext } from '../../context.ts';
import { urlProblem } from './receiver/url.ts';

/** Checks what the schema cannot: where the URL leads, and whether the advertisers belong to the seat. */
export async function checkWebhook(options: {
  ctx: DomainContext;
  problems: Problems;
  url: string | undefined;
  advertiserIds: readonly number[] | undefined;
}): Promise<void> {
  const { ctx, problems, url, advertiserIds } = options;
  const problem = url === undefined ? undefined : urlProblem(url, ctx.config.webhookAllow);
  if (problem) problems.add('url', problem);
  await checkAdvertisers({ ctx, problems, path: 'advertiserIds', ids: advertiserIds });
}
