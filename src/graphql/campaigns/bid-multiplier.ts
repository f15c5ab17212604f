import { BID_MULTIPLIER } from '../../domain/campaigns/bid-multiplier/definition.ts';
import { BID_MULTIPLIER_LIST } from '../../domain/campaigns/bid-multiplier/find.ts';
import {
  MAX_MULTIPLIER,
  MIN_MULTIPLIER,
  UpdateBidMultipliers,
} from '../../domain/campaigns/bid-multiplier/input.ts';
import { listTargets } from '../../domain/campaigns/bid-multiplier/list-targets.ts';
import { BID_TARGET_TYPE, type Target } from '../../domain/campaigns/bid-multiplier/targets.ts';
import { updateBidMultipliers } from '../../domain/campaigns/bid-multiplier/update.ts';
import { type LineBidMultipliers, targetValue } from '../../domain/campaigns/bid-multiplier/view.ts';
import { inTransaction } from '../../domain/context.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../parts/connection-types.ts';
import { relatedConnection } from '../parts/connections.ts';
import { asLoadedType, rowNodeType } from '../parts/node.ts';
import { shownRow } from '../parts/read-back.ts';
import { resourceType } from '../parts/resource-type.ts';
import { rowField } from '../parts/row-field.ts';
import { enumOf } from '../parts/values/enums.ts';
import { readWritten, type WrittenRow } from '../reading/read-field.ts';
import { Line } from './line.ts';
import { lineMutation } from './line-mutation.ts';

const BidTargetType = enumOf(BID_TARGET_TYPE);

const BidMultiplier = resourceType(BID_MULTIPLIER);

rowField(BidMultiplier, 'BidMultiplier.targetValue', {
  type: 'JSON',
  description: 'The ID of the target. For `DAY_PARTING`, an object `{day, hour}`.',
  key: ({ column }) => `${column('targetType')} || ' ' || ${column('targetValue')}`,
  maxValueBytes: 100,
  open: () => (_ctx, key) => {
    const [type = '', value] = key.split(' ');
    return targetValue({ type, value: Number(value) });
  },
});

rowNodeType({ type: BidMultiplier, name: 'BidMultiplier' });

relatedConnection({
  of: connectionOf({ resource: BID_MULTIPLIER, type: BidMultiplier, list: BID_MULTIPLIER_LIST }),
  owner: Line,
  field: 'bidMultipliers',
  description: 'The bid multipliers of the line.',
});

const BidMultiplierTarget = builder.objectRef<Target>('BidMultiplierTarget').implement({
  description: 'A valid target for a bid multiplier.',
  fields: (t) => ({
    type: t.field({ type: BidTargetType, description: 'The kind of target.', resolve: ({ type }) => type }),
    targetValue: t.field({
      type: 'JSON',
      description: 'The value to send as `targetValue` when adding a multiplier.',
      resolve: (target) => targetValue(target),
    }),
    name: t.exposeString('name', { description: 'The display name.' }),
    minMultiplier: t.field({
      type: 'Decimal',
      description: 'The smallest multiplier that is allowed.',
      resolve: () => MIN_MULTIPLIER,
    }),
    maxMultiplier: t.field({
      type: 'Decimal',
      description: 'The largest multiplier that is allowed.',
      resolve: () => MAX_MULTIPLIER,
    }),
  }),
});

const text = (value: number | null | undefined) => (value == null ? undefined : String(value));

builder.queryField('bidMultiplierTargets', (t) =>
  t.field({
    type: [BidMultiplierTarget],
    description: 'Returns a page of the valid bid multiplier targets of one kind.',
    args: {
      type: t.arg({ type: BidTargetType, required: true, description: 'The kind of target.' }),
      query: t.arg.string({
        description: 'Returns only targets whose name contains this text, ignoring case.',
      }),
      page: t.arg.int({ description: 'The page number, starting at 1.' }),
      limit: t.arg.int({ description: 'The number of targets per page. Default 25, maximum 100.' }),
    },
    resolve: async (_root, { type, query, page, limit }, ctx) => [
      ...(await listTargets({
        ctx,
        input: { type, query: query ?? undefined, page: text(page), limit: text(limit) },
      })),
    ],
  }),
);

lineMutation<Changed>({
  name: 'updateBidMultipliers',
  description: 'Adds, edits and removes bid multipliers of a line. Either all changes apply or none.',
  definition: UpdateBidMultipliers,
  payload: (t) => ({
    bidMultipliers: t.field({
      type: [asLoadedType(BidMultiplier)],
      description: 'The bid multipliers of the line after the change.',
      resolve: ({ bidMultipliers }, _args, _ctx, info) => bidMultipliers.map((row) => shownRow(row, info)),
    }),
    bidMultiplierCap: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'The largest multiplier that the line allows. Null if the line has no cap.',
      resolve: ({ bidMultiplierCap }) => bidMultiplierCap,
    }),
  }),
  run: ({ info, ...call }) =>
    inTransaction(call.ctx, async (ctx) => {
      const { bidMultipliers, bidMultiplierCap } = await updateBidMultipliers({ ...call, ctx });
      const ids = bidMultipliers.map(({ id }) => id);
      const rows = await readWritten({ ctx, info, field: 'bidMultipliers', resource: 'BidMultiplier', ids });
      return { bidMultipliers: [...rows.values()], bidMultiplierCap };
    }),
});

interface Changed extends Pick<LineBidMultipliers, 'bidMultiplierCap'> {
  readonly bidMultipliers: readonly WrittenRow[];
}
