import {
  type AdGroup,
  type Keyword,
  type NativeAd,
  Prisma,
  type TargetingAttribute,
} from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import type { Conditions } from '../lists/conditions.ts';
import { type OwnedRows, ownerIds } from '../lists/owned-rows.ts';
import { visibleObjects } from './visible.ts';

/** Reads of GraphQL: `query` says what to load, in which order and how many; `where` narrows what is visible. */
interface Find<Where, Arguments> {
  readonly ctx: DomainContext;
  readonly where: Where;
  readonly query: Omit<Arguments, 'where'>;
}

interface Count<Where> {
  readonly ctx: DomainContext;
  readonly where: Where;
}

/** The targeting attributes of each ad group. */
export function targetingAttributesOf(
  ctx: DomainContext,
  adGroupIds: readonly number[],
  conditions: Conditions,
): OwnedRows {
  return {
    table: 'targeting_attribute',
    owners: ownerIds(adGroupIds),
    belongs: Prisma.sql`item.seat_id = ${visibleObjects(ctx, 'targetingattribute').seatId}
      AND item.parent_type = 'ADGROUP' AND item.parent_id = owner.id`,
    conditions,
  };
}

export const findAdGroups = ({
  ctx,
  where,
  query,
}: Find<Prisma.AdGroupWhereInput, Prisma.AdGroupFindManyArgs>): Promise<AdGroup[]> =>
  ctx.db.adGroup.findMany({ ...query, where: { AND: [visibleObjects(ctx, 'adgroup'), where] } });

export const findNativeAds = ({
  ctx,
  where,
  query,
}: Find<Prisma.NativeAdWhereInput, Prisma.NativeAdFindManyArgs>): Promise<NativeAd[]> =>
  ctx.db.nativeAd.findMany({ ...query, where: { AND: [visibleObjects(ctx, 'ad'), where] } });

export const findKeywords = ({
  ctx,
  where,
  query,
}: Find<Prisma.KeywordWhereInput, Prisma.KeywordFindManyArgs>): Promise<Keyword[]> =>
  ctx.db.keyword.findMany({ ...query, where: { AND: [visibleObjects(ctx, 'keyword'), where] } });

export const findTargetingAttributes = ({
  ctx,
  where,
  query,
}: Find<Prisma.TargetingAttributeWhereInput, Prisma.TargetingAttributeFindManyArgs>): Promise<
  TargetingAttribute[]
> =>
  ctx.db.targetingAttribute.findMany({
    ...query,
    where: { AND: [visibleObjects(ctx, 'targetingattribute'), where] },
  });

export const countAdGroups = ({ ctx, where }: Count<Prisma.AdGroupWhereInput>): Promise<number> =>
  ctx.db.adGroup.count({ where: { AND: [visibleObjects(ctx, 'adgroup'), where] } });

export const countKeywords = ({ ctx, where }: Count<Prisma.KeywordWhereInput>): Promise<number> =>
  ctx.db.keyword.count({ where: { AND: [visibleObjects(ctx, 'keyword'), where] } });

export const countTargetingAttributes = ({
  ctx,
  where,
}: Count<Prisma.TargetingAttributeWhereInput>): Promise<number> =>
  ctx.db.targetingAttribute.count({ where: { AND: [visibleObjects(ctx, 'targetingattribute'), where] } });
