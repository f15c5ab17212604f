import { BID_MULTIPLIER_LIST, visibleBidMultipliers } from '../domain/bid-multiplier/find.ts';
import { MAX_MULTIPLIER, MIN_MULTIPLIER, UpdateBidMultipliers } from '../domain/bid-multiplier/input.ts';
import { listTargets } from '../domain/bid-multiplier/list-targets.ts';
import type { Target, TargetType } from '../domain/bid-multiplier/targets.ts';
import { updateBidMultipliers } from '../domain/bid-multiplier/update.ts';
import { type LineBidMultipliers, targetValue } from '../domain/bid-multiplier/view.ts';
import { findLines } from '../domain/line/find.ts';
import { builder } from './builder.ts';
import { connectionType, relatedConnection } from './connections.ts';
import { globalId } from './ids.ts';
import { Line } from './line.ts';
import { lineMutation } from './line-mutation.ts';

const BidTargetType = builder.enumType('BidMultiplierTargetType', {
  description: 'What a bid can be raised or lowered for.',
  values: {
    SUPPLY_GROUP: { description: 'A group of supply.' },
    SITE_X_DEVICE: { description: 'A site on a device.' },
    SITE_GROUP_X_DEVICE: { description: 'A group of sites on a device.' },
    DAY_PARTING: { description: 'An hour of the week.' },
  } as const satisfies Record<TargetType, object>,
});

const BidMultiplier = builder.prismaObject('BidMultiplier', {
  description: 'Raises or lowers a line’s bid for one target.',
  fields: (t) => ({
    id: t.id({
      description: 'Global id, such as `BidMultiplier:123`.',
      resolve: ({ id }) => globalId('BidMultiplier', id),
    }),
    databaseId: t.expose('id', { type: 'SafeInt', description: 'The id that REST shows.' }),
    targetType: t.field({
      type: BidTargetType,
      description: 'What kind of target.',
      resolve: (row) => row.targetType as TargetType,
    }),
    targetValue: t.field({
      type: 'JSON',
      description: 'Id of the target; for DAY_PARTING `{day, hour}`.',
      resolve: (row) => targetValue({ type: row.targetType, value: row.targetValue }),
    }),
    multiplier: t.expose('multiplier', { type: 'Decimal', description: 'Factor of the bid.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it changed last.' }),
  }),
});

relatedConnection({
  of: connectionType({
    type: BidMultiplier,
    name: 'BidMultiplier',
    words: 'bid multipliers',
    list: BID_MULTIPLIER_LIST,
    visible: visibleBidMultipliers,
    orderBy: ['id', 'multiplier', 'createdAt', 'updatedAt'],
  }),
  owner: Line,
  field: 'bidMultipliers',
  description: 'What its bids are multiplied by.',
});

const BidMultiplierTarget = builder.objectRef<Target>('BidMultiplierTarget').implement({
  description: 'A valid target of bid multipliers.',
  fields: (t) => ({
    type: t.field({ type: BidTargetType, description: 'What kind.', resolve: ({ type }) => type }),
    targetValue: t.field({
      type: 'JSON',
      description: 'What an added multiplier names as `targetValue`.',
      resolve: (target) => targetValue(target),
    }),
    name: t.exposeString('name', { description: 'Display name.' }),
    minMultiplier: t.field({
      type: 'Decimal',
      description: 'Smallest multiplier.',
      resolve: () => MIN_MULTIPLIER,
    }),
    maxMultiplier: t.field({
      type: 'Decimal',
      description: 'Largest multiplier.',
      resolve: () => MAX_MULTIPLIER,
    }),
  }),
});

const text = (value: number | null | undefined) => (value == null ? undefined : String(value));

builder.queryField('bidMultiplierTargets', (t) =>
  t.field({
    type: [BidMultiplierTarget],
    description: 'One page of the valid targets of a type.',
    args: {
      type: t.arg({ type: BidTargetType, required: true, description: 'What kind.' }),
      query: t.arg.string({ description: 'Part of the name, in any case.' }),
      page: t.arg.int({ description: 'Which page, from 1.' }),
      limit: t.arg.int({ description: 'Targets on a page: 25 unless given, at most 100.' }),
    },
    resolve: async (_root, { type, query, page, limit }, ctx) => [
      ...(await listTargets({
        ctx,
        input: { type, query: query ?? undefined, page: text(page), limit: text(limit) },
      })),
    ],
  }),
);

lineMutation({
  name: 'BidMultipliers',
  description: 'Adds, edits and removes bid multipliers of a line, all of it or nothing.',
  definition: UpdateBidMultipliers,
  payload: builder
    .objectRef<LineBidMultipliers & { lineId: number }>('UpdateBidMultipliersPayload')
    .implement({
      description: 'What `updateBidMultipliers` answers when it succeeds.',
      fields: (t) => ({
        bidMultipliers: t.field({
          type: [BidMultiplier],
          description: 'What the line has now.',
          resolve: ({ bidMultipliers }) => [...bidMultipliers],
        }),
        bidMultiplierCap: t.expose('bidMultiplierCap', {
          type: 'Decimal',
          nullable: true,
          description: 'Most that one may be, if the line has a limit.',
        }),
        line: t.prismaField({
          type: Line,
          description: 'The line as it is stored.',
          resolve: async (query, { lineId }, _args, ctx) => {
            const [line] = await findLines({ ctx, query, where: { id: lineId } });
            if (!line) throw new Error('The line is gone.');
            return line;
          },
        }),
      }),
    }),
  run: async (call) => ({ lineId: call.lineId, ...(await updateBidMultipliers(call)) }),
});
