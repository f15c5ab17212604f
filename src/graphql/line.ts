import { createLine } from '../domain/line/create.ts';
import { findLines, LINE_LIST } from '../domain/line/find.ts';
import { CreateLine, UpdateLine } from '../domain/line/input.ts';
import { deliveryStatus, lifeCycle } from '../domain/line/status.ts';
import { updateLine } from '../domain/line/update.ts';
import { visibleLines } from '../domain/line/visible.ts';
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
  ACTIVE: { description: 'It may deliver.' },
  PAUSED: { description: 'It is halted.' },
  INACTIVE: { description: 'It is not in use.' },
} as const;

const LineStatus = builder.enumType('LineStatus', {
  description: `What a line is set to. Which status may follow which:\n\n${lifeCycle()}`,
  values: STATUSES,
});

const LineDeliveryStatus = builder.enumType('LineDeliveryStatus', {
  description: 'What a line does at this moment.',
  values: {
    ...STATUSES,
    NOT_STARTED: { description: 'It is ACTIVE and waits for its first or its next flight.' },
    ENDED: { description: 'It is ACTIVE and its last flight is over.' },
  } as const,
});

/** Each list within a line is bounded (100 items) and read by id; one order, so that they load together. */
const inOrder = { query: { orderBy: { id: 'asc' } } } as const;

export const Line = builder.prismaObject('Line', {
  description: 'What ads run on: budget, bid, goals and flights.',
  // Columns that are asked for, and no others.
  select: { id: true },
  fields: (t) => {
    const token = (
      column:
        | 'supplyType'
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
        description: 'Global id, such as `Line:123`.',
        resolve: ({ id }) => globalId('Line', id),
      }),
      databaseId: t.expose('id', { type: 'SafeInt', description: 'The id that REST shows.' }),
      orderId: t.id({
        description: 'Global id of the campaign that owns it.',
        select: { campaignId: true },
        resolve: ({ campaignId }) => globalId('Campaign', campaignId),
      }),
      advertiserId: t.id({
        description: 'Global id of the advertiser that owns its campaign.',
        select: { advertiserId: true },
        resolve: ({ advertiserId }) => globalId('Advertiser', advertiserId),
      }),
      campaign: t.relation('campaign', { description: 'The campaign that owns it.' }),
      advertiser: t.relation('advertiser', { description: 'The advertiser that owns its campaign.' }),
      name: t.exposeString('name', { description: 'Display name.' }),
      status: t.field({
        type: LineStatus,
        description: 'What it is set to.',
        select: { status: true },
        resolve: ({ status }) => status as 'ACTIVE',
      }),
      deliveryStatus: t.field({
        type: LineDeliveryStatus,
        description: 'What it does now: its status, its schedules and the clock together.',
        select: { status: true, schedules: { orderBy: { id: 'asc' } } },
        resolve: ({ status, schedules }, _args, ctx) => deliveryStatus({ status, schedules, now: ctx.now() }),
      }),
      isNativeEnabled: t.exposeBoolean('isNativeEnabled', { description: 'true for native lines.' }),
      supplyType: token('supplyType', 'Operator supply or THIRD_PARTY.'),
      language: t.exposeString('language', {
        nullable: true,
        description: 'Language of native ads, such as ENGLISH.',
      }),
      mediaType: t.field({
        type: MediaType,
        nullable: true,
        description: 'DISPLAY, VIDEO or NATIVE.',
        select: { mediaType: true },
        resolve: ({ mediaType }) => mediaType as 'DISPLAY' | null,
      }),
      objective: token('objective', 'Such as VISIT_WEB.'),
      goalType: token('goalType', 'Such as CPC or ENHANCED_CPC.'),
      goalModeType: token('goalModeType', 'Such as HARD.'),
      pacingModeType: token('pacingModeType', 'Such as EVEN.'),
      billingMethodType: token('billingMethodType', 'Such as CPC_WITH_MARGIN.'),
      marginType: token('marginType', 'Such as TOTAL_BUDGET.'),
      budgetType: token('budgetType', 'Such as CURRENCY.'),
      dailyBudgetType: token('dailyBudgetType', 'Such as AUTO_ALLOCATED.'),
      bidPrice: number('bidPrice', 'Bid, in the advertiser’s currency.'),
      goalAmount: number('goalAmount', 'Goal, in units of goalType.'),
      maxGoal: number('maxGoal', 'Most that a goal may cost.'),
      marginGoal: number('marginGoal', 'Margin aimed at.'),
      billingPrice: number('billingPrice', 'Billing price.'),
      completionThreshold: number('completionThreshold', 'Completion threshold.'),
      bidMultiplierCap: number('bidMultiplierCap', 'Most that a bid multiplier may be.'),
      schedules: t.relation('schedules', { type: LineSchedule, description: 'Its flights.', ...inOrder }),
      feeList: t.relation('fees', { type: LineFee, description: 'Its fees.', ...inOrder }),
      conversionList: t.relation('conversions', {
        type: LineConversion,
        description: 'Its conversion rules.',
        ...inOrder,
      }),
      extra: t.field({
        type: 'JSONObject',
        description: 'Further fields as they were sent.',
        select: { extra: true },
        resolve: ({ extra }) => extra as Record<string, unknown>,
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
      updatedAt: t.expose('updatedAt', {
        type: 'DateTime',
        description: 'When it changed last; grows with every change.',
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
  relatedConnection({ of: lines, owner, field: 'lines', description: 'Its lines.' });

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
