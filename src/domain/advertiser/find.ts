import type { Advertiser, Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import {
  booleanField,
  defineList,
  idField,
  integerField,
  MOMENTS,
  numberField,
  statusField,
  textField,
} from '../list-fields.ts';
import { visibleAdvertisers } from './visible.ts';

export const ADVERTISER_LIST = defineList({
  search: 'name',
  fields: {
    id: idField('Advertiser', 'id'),
    name: textField('name'),
    status: statusField,
    landingPageUrl: textField('landingPageUrl'),
    iabCategoryId: integerField('iabCategoryId'),
    iabSecondaryCategoryId: integerField('iabSecondaryCategoryId'),
    timezone: textField('timezone'),
    currency: textField('currency'),
    billingPrice: numberField('billingPrice'),
    isCrossdeviceOff: booleanField('isCrossdeviceOff'),
    accountGroupId: integerField('accountGroupId'),
    ...MOMENTS,
  },
});

/** Finds the caller's advertisers that match `where`. `query` sets what to load, the order and the limit. */
export function findAdvertisers(options: {
  ctx: DomainContext;
  where: Prisma.AdvertiserWhereInput;
  query: Omit<Prisma.AdvertiserFindManyArgs, 'where'>;
}): Promise<Advertiser[]> {
  const { ctx, where, query } = options;
  return ctx.db.advertiser.findMany({ ...query, where: { AND: [visibleAdvertisers(ctx), where] } });
}

export function countAdvertisers(options: {
  ctx: DomainContext;
  where: Prisma.AdvertiserWhereInput;
}): Promise<number> {
  const { ctx, where } = options;
  return ctx.db.advertiser.count({ where: { AND: [visibleAdvertisers(ctx), where] } });
}
