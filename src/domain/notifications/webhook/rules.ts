import type { Problems } from '../../../resources/define/input.ts';
import { checkAdvertisers } from '../../campaigns/advertiser/reference.ts';
import type { DomainContext } from '../../context.ts';
import { urlProblem } from './receiver/url.ts';

/** Checks what cannot be told from the shape: where the URL leads, and whose the advertisers are. */
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
