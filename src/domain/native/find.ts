import type {
  AdGroup,
  Keyword,
  NativeAd,
  Prisma,
  TargetingAttribute,
} from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import { visibleObjects } from './visible.ts';

/** Reads of GraphQL: `query` says what to load, in which order and how many; `where` narrows what is visible. */
interface Find<Where, Arguments> {
  readonly ctx: DomainContext;
  readonly where: Where;
  readonly query: Omit<Arguments, 'where'>;
}

/** Deleted objects are left out unless their status or id is asked for. */
export function statusFilter(filter: { status?: string | null | undefined } | null | undefined) {
  return filter?.status ? { status: filter.status } : { status: { not: 'DELETED' } };
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

export const countAdGroups = (ctx: DomainContext, where: Prisma.AdGroupWhereInput): Promise<number> =>
  ctx.db.adGroup.count({ where: { AND: [visibleObjects(ctx, 'adgroup'), where] } });

export const countKeywords = (ctx: DomainContext, where: Prisma.KeywordWhereInput): Promise<number> =>
  ctx.db.keyword.count({ where: { AND: [visibleObjects(ctx, 'keyword'), where] } });

export const countTargetingAttributes = (
  ctx: DomainContext,
  where: Prisma.TargetingAttributeWhereInput,
): Promise<number> =>
  ctx.db.targetingAttribute.count({ where: { AND: [visibleObjects(ctx, 'targetingattribute'), where] } });
