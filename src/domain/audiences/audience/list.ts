import type { Audience } from '../../../platform/database/generated/prisma/client.ts';
import { listOf } from '../../../resources/filter/list.ts';
import { type OwnedListParameters, ownedPage } from '../../campaigns/advertiser/owned-page.ts';
import type { DomainContext } from '../../context.ts';
import { AUDIENCE } from './definition.ts';

const AUDIENCE_LIST = listOf(AUDIENCE);

/** Returns a page of an advertiser's audiences, or of the seat's. */
export async function listAudiences(options: {
  ctx: DomainContext;
  input: OwnedListParameters;
}): Promise<Audience[]> {
  const { ctx, input } = options;
  const { where, query } = await ownedPage({ ctx, input, list: AUDIENCE_LIST });
  return ctx.db.audience.findMany({ ...query, where: { AND: [{ seatId: ctx.seatId }, where] } });
}
