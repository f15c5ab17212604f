import type { ArgBuilder } from '@pothos/core';
import { LOCATION_TYPE } from '../../domain/audiences/dictionary/locations.ts';
import type { SegmentList } from '../../domain/audiences/dictionary/segments.ts';
import type { DomainContext } from '../../domain/context.ts';
import { checkFeature } from '../../domain/native/batch/access.ts';
import type { builder } from '../builder.ts';
import { enumOf } from '../parts/values/enums.ts';
import { idArgument } from '../parts/values/ids.ts';

/** Shared by the plain lists of the dictionary and their connections. */

export type ArgumentBuilder = ArgBuilder<(typeof builder)['$inferSchemaTypes']>;

/** Reads a list, unless the operator has disabled it. */
export const dictionaryResolver =
  <Args, Answer>(list: string, read: (ctx: DomainContext, args: Args) => Promise<Answer>) =>
  (_root: object, args: Args, ctx: DomainContext): Promise<Answer> => {
    checkFeature(ctx, list);
    return read(ctx, args);
  };

/** The same for a tree of segments. The name of the list contains the operator's name. */
export const segmentsResolver =
  <Args extends { advertiserId: string }, Answer>(
    list: SegmentList,
    read: (
      ctx: DomainContext,
      args: Omit<Args, 'advertiserId'> & { advertiserId: number },
    ) => Promise<Answer>,
  ) =>
  (_root: object, args: Args, ctx: DomainContext): Promise<Answer> => {
    checkFeature(ctx, `interest_segments_${list === 'platform' ? ctx.config.operator : list}`);
    return read(ctx, {
      ...args,
      advertiserId: idArgument('Advertiser', args.advertiserId, 'advertiserId'),
    });
  };

export const segmentArguments = (arg: ArgumentBuilder) => ({
  advertiserId: arg.id({ required: true, description: 'The global ID or integer ID of the advertiser.' }),
  parentId: arg({ type: 'SafeInt', description: 'Returns only the direct children of this segment.' }),
  search: arg.string({ description: 'Returns only segments whose name contains this text, ignoring case.' }),
  provider: arg.string({
    description:
      'Returns only segments of the provider with this name. Applies to third-party segments only.',
  }),
});

export const locationArguments = (arg: ArgumentBuilder) => ({
  location: arg.string({ description: 'The text to search for: a name, postal code or ISO code.' }),
  type: arg({
    type: enumOf(LOCATION_TYPE),
    description: 'The type of location.',
  }),
  fuzzy: arg.boolean({
    description: 'Whether to include names that are spelled similarly. Requires `location`.',
  }),
});
