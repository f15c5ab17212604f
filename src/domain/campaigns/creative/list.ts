import type { Creative } from '../../../platform/database/generated/prisma/client.ts';
import { byId } from '../../../resources/define/rows.ts';
import type { DomainContext } from '../../context.ts';
import { NotFoundError } from '../../errors.ts';
import { type OwnedListParameters, ownedPage } from '../advertiser/owned-page.ts';
import { CREATIVE_LIST, findCreatives } from './find.ts';

/** Returns a page of an advertiser's creatives, or of the seat's. */
export async function listCreatives(options: {
  ctx: DomainContext;
  input: OwnedListParameters;
}): Promise<Creative[]> {
  const { ctx, input } = options;
  return findCreatives({ ctx, ...(await ownedPage({ ctx, input, list: CREATIVE_LIST })) });
}

export async function getCreative({ ctx, id }: { ctx: DomainContext; id: number }): Promise<Creative> {
  const [creative] = await findCreatives({ ctx, where: byId(id), query: {} });
  if (!creative) throw new NotFoundError('Creative');
  return creative;
}
