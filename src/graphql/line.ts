import { createLine } from '../domain/line/create.ts';
import { findLines, LINE_LIST } from '../domain/line/find.ts';
import { CreateLine, UpdateLine } from '../domain/line/input.ts';
import { deliveryStatus, lifeCycle } from '../domain/line/status.ts';
import { updateLine } from '../domain/line/update.ts';
import { visibleLines } from '../domain/line/visible.ts';
import { shownSupply } from '../domain/supply-word.ts';
import { Advertiser } from './advertiser.ts';
import { builder } from './builder.ts';
import { Campaign } from './campaign.ts';
import { connectionType, relatedConnection } from './connections.ts';
import { MediaType } from './enums.ts';
import { historyOf } from './history.ts';
import { globalId } from './ids.ts';
import { LineConversion, LineFee, LineSchedule } from './line-parts.ts';
import { createMutation, updateMutation } from './mutations.ts';
import { oneById } from './one-by-id.ts';

const STATUSES = {
  ACTIVE: { description: 'The line is active. It can deliver.' },
  PAUSED: { description: 'The line is paused. It does not deliver.' },
  INACTIVE: { description: 'The line is inactive. It does not deliver.' },
} as const;

const LineStatus = builder.enumType('LineStatus', {
  description: `The possible statuses of a line. The allowed transitions are:\n\n${lifeCycle()}`,
  values: STATUSES,
});

const LineDeliveryStatus = builder.enumType('LineDeliveryStatus', {
  description:
    'The possible delivery states of a line, derived from its status, its flights and the current time.',
  values: {
    ...STATUSES,
    NOT_STARTED: { description: 'The line is active and waits for its next flight to begin.' },
    ENDED: { description: 'The line is active and its last flight has ended.' },
  } as const,
});

/**
 * Each list of a line is limited to 100 items and read by ID. The same order allows loading them together.
 */
const inOrder = { query: { orderBy: { id: 'asc' } } } as const;

export const Line = builder.prismaObject('Line', {
  description: 'A line: the budget, bid, goals and flights that ads run on.',
  // Columns that are asked for, and no others.
  select: { id: true },
  fields: (t) => {
    const token = (
      column:
        | 'objective'
        | 'goalType'
        | 'goalModeType'
        | 'pacingModeType'
        | 'billingMethodType'
        | 'marginType'
        | 'budgetType'
        | 'dailyBudgetType',
      description: string,
    ) => t.expose(column, { type: 'ListedValue', nullable: true, description });
    const number = (
      column:
        | 'bidPrice'
        | 'goalAmount'
        | 'maxGoal'
        | 'marginGoal'
        | 'billingPrice'
        | 'completionThreshold'
        | 'bidMultiplierCap',
      description: string,
    ) => t.expose(column, { type: 'Decimal', nullable: true, description });
    return {
      id: t.id({
        description: 'The global ID, such as `Line:123`.',
        resolve: ({ id }) => globalId('Line', id),
      }),
      databaseId: t.expose('id', {
        type: 'SafeInt',
        description: 'The integer ID that the REST interfaces use.',
      }),
      orderId: t.id({
        description:
          'The global ID of the campaign that owns the line. The traffic interface calls the campaign an order.',
        select: { campaignId: true },
        resolve: ({ campaignId }) => globalId('Campaign', campaignId),
      }),
      advertiserId: t.id({
        description: 'The global ID of the advertiser that owns the line’s campaign.',
        select: { advertiserId: true },
        resolve: ({ advertiserId }) => globalId('Advertiser', advertiserId),
      }),
      campaign: t.relation('campaign', { description: 'The campaign that owns the line.' }),
      advertiser: t.relation('advertiser', { description: 'The advertiser that owns the line’s campaign.' }),
      name: t.exposeString('name', { description: 'The display name.' }),
      status: t.field({
        type: LineStatus,
        description: 'The status that the line is set to.',
        select: { status: true },
        resolve: ({ status }) => status as 'ACTIVE',
      }),
      deliveryStatus: t.field({
        type: LineDeliveryStatus,
        description: 'The current delivery state, derived from the status, the flights and the current time.',
        select: { status: true, schedules: { orderBy: { id: 'asc' } } },
        resolve: ({ status, schedules }, _args, ctx) => deliveryStatus({ status, schedules, now: ctx.now() }),
      }),
      isNativeEnabled: t.exposeBoolean('isNativeEnabled', {
        description: 'Whether the line is a native line.',
      }),
      supplyType: t.field({
        type: 'ListedValue',
        nullable: true,
        description: 'The supply type: the operator’s own supply or `THIRD_PARTY`.',
        select: { supplyType: true },
        resolve: ({ supplyType }, _args, ctx) => shownSupply(ctx, supplyType),
      }),
      language: t.exposeString('language', {
        nullable: true,
        description: 'The language of native ads, such as `ENGLISH`.',
      }),
      mediaType: t.field({
        type: MediaType,
        nullable: true,
        description: 'The media type: `DISPLAY`, `VIDEO` or `NATIVE`.',
        select: { mediaType: true },
        resolve: ({ mediaType }) => mediaType as 'DISPLAY' | null,
      }),
      objective: token('objective', 'The objective, such as `VISIT_WEB`.'),
      goalType: token('goalType', 'The type of goal, such as `CPC` or `ENHANCED_CPC`.'),
      goalModeType: token('goalModeType', 'How strictly the goal is enforced, such as `HARD`.'),
      pacingModeType: token('pacingModeType', 'The pacing mode, such as `EVEN`.'),
      billingMethodType: token('billingMethodType', 'The billing method, such as `CPC_WITH_MARGIN`.'),
      marginType: token('marginType', 'The type of margin, such as `TOTAL_BUDGET`.'),
      budgetType: token('budgetType', 'The type of budget, such as `CURRENCY`.'),
      dailyBudgetType: token('dailyBudgetType', 'The type of daily budget, such as `AUTO_ALLOCATED`.'),
      bidPrice: number('bidPrice', 'The bid price, in the advertiser’s currency.'),
      goalAmount: number('goalAmount', 'The amount of the goal, in units of `goalType`.'),
      maxGoal: number('maxGoal', 'The maximum cost of a goal.'),
      marginGoal: number('marginGoal', 'The target margin.'),
      billingPrice: number('billingPrice', 'The billing price.'),
      completionThreshold: number('completionThreshold', 'The completion threshold.'),
      bidMultiplierCap: number('bidMultiplierCap', 'The largest bid multiplier that the line allows.'),
      schedules: t.relation('schedules', {
        type: LineSchedule,
        description: 'The flights of the line.',
        ...inOrder,
      }),
      feeList: t.relation('fees', { type: LineFee, description: 'The fees of the line.', ...inOrder }),
      conversionList: t.relation('conversions', {
        type: LineConversion,
        description: 'The conversion rules of the line.',
        ...inOrder,
      }),
      extra: t.field({
        type: 'JSONObject',
        description: 'Further fields that were sent with the resource, returned unchanged.',
        select: { extra: true },
        resolve: ({ extra }) => extra as Record<string, unknown>,
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'The time when it was created.' }),
      updatedAt: t.expose('updatedAt', {
        type: 'DateTime',
        description: 'The time of the last change. Strictly increases with every change.',
      }),
    };
  },
});

historyOf('Line', Line);

const lines = connectionType({
  type: Line,
  name: 'Line',
  words: 'lines',
  list: LINE_LIST,
  visible: visibleLines,
  status: LineStatus,
  orderBy: ['id', 'name', 'status', 'createdAt', 'updatedAt'],
});

for (const owner of [Advertiser, Campaign])
  relatedConnection({
    of: lines,
    owner,
    field: 'lines',
    description: 'The lines that belong to this resource.',
  });

oneById({ type: Line, name: 'Line', word: 'line', find: findLines });

createMutation({
  resource: 'Line',
  type: Line,
  definition: CreateLine,
  bulk: true,
  find: findLines,
  run: createLine,
});

updateMutation({
  resource: 'Line',
  type: Line,
  definition: UpdateLine,
  bulk: true,
  find: findLines,
  run: updateLine,
});
