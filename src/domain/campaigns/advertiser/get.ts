import type { Advertiser } from '../../../platform/database/generated/prisma/client.ts';
import { isId } from '../../../resources/define/rows.ts';
import { answerOne, type JsonText } from '../../../resources/read/answer.ts';
import type { DomainContext } from '../../context.ts';
import { NotFoundError } from '../../errors.ts';
import { ADVERTISER } from './definition.ts';
import { visibleAdvertisers } from './visible.ts';

export type { Advertiser };

export async function getAdvertiser(options: { ctx: DomainContext; id: number }): Promise<Advertiser> {
  const { ctx, id } = options;
  const advertiser = isId(id)
    ? await ctx.db.advertiser.findFirst({ where: { AND: [visibleAdvertisers(ctx), { id }] } })
    : null;
  if (!advertiser) throw new NotFoundError('Advertiser');
  return advertiser;
}

/** Returns an advertiser as REST shows it. Throws NotFoundError. */
export function answerAdvertiser(options: { ctx: DomainContext; id: number }): Promise<JsonText> {
  return answerOne({ ...options, resource: ADVERTISER });
}
