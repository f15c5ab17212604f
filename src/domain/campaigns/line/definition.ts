import {
  boolean,
  decimal,
  defineResource,
  enumField,
  formerlyOpenEnum,
  HISTORY,
  identity,
  reference,
  TIMESTAMPS,
  text,
} from '../../../resources/define/definition.ts';
import * as sent from '../../../resources/define/fields.ts';
import { MAX_MULTIPLIER, MIN_MULTIPLIER } from '../bid-multiplier/input.ts';
import { MEDIA_TYPE } from '../creative/media-type.ts';
import {
  BILLING_METHOD_TYPE,
  BUDGET_TYPE,
  DAILY_BUDGET_TYPE,
  GOAL_MODE_TYPE,
  GOAL_TYPE,
  LINE_OBJECTIVE,
  LINE_STATUS,
  MARGIN_TYPE,
  PACING_MODE_TYPE,
  SUPPLY_TYPE,
} from './enums.ts';
import { deliveryStatusSql } from './status.ts';
import { OPERATOR_SUPPLY, shownSupply } from './supply-name.ts';

const AMOUNT = { input: sent.amount().nullable().optional() };

export const LINE = defineResource('Line', {
  one: 'line',
  many: 'lines',
  description: 'A line: the budget, bid, goals and flights that ads run on.',
  visible: 'of the seat',
  search: 'name',
  fields: {
    id: identity('Line'),
    name: text('name', 'The display name.', { input: sent.name() }),
    campaignId: reference(
      'Campaign',
      'campaignId',
      'The global ID of the campaign that owns the line. The traffic interface calls the campaign an order.',
      {
        rest: 'orderId',
        input: sent
          .id('Campaign')
          .describe(
            'The campaign that owns the line. Can be changed to another campaign of the same advertiser.',
          ),
      },
    ),
    advertiserId: reference(
      'Advertiser',
      'advertiserId',
      'The global ID of the advertiser that owns the line’s campaign.',
    ),
    status: enumField(LINE_STATUS, 'status', 'The status that the line is set to.', {
      input: sent
        .checkedEnum(LINE_STATUS)
        .optional()
        .describe('The status: `PAUSED`, `INACTIVE` or, on update, `ACTIVE`.'),
    }),
    isNativeEnabled: boolean('isNativeEnabled', 'Whether the line is a native line.', {
      input: sent.boolean().optional(),
    }),
    supplyType: enumField(
      SUPPLY_TYPE,
      'supplyType',
      'The supply type: the operator’s own supply (`PLATFORM`) or `THIRD_PARTY`. REST has the operator’s name for `PLATFORM`.',
      {
        hasOlderValues: true,
        input: sent.checkedEnum(SUPPLY_TYPE).nullable().optional(),
        renamed: { value: OPERATOR_SUPPLY, shown: shownSupply },
      },
    ),
    language: text('language', 'The language of native ads, such as `ENGLISH`.', {
      input: sent.text(64).nullable().optional(),
    }),
    objective: formerlyOpenEnum(LINE_OBJECTIVE, 'objective', 'The objective, such as `VISIT_WEB`.'),
    mediaType: enumField(MEDIA_TYPE, 'mediaType', 'The media type: `DISPLAY`, `VIDEO` or `NATIVE`.', {
      input: sent.oneOf(MEDIA_TYPE).nullable().optional(),
    }),
    goalType: formerlyOpenEnum(GOAL_TYPE, 'goalType', 'The type of goal, such as `CPC` or `ENHANCED_CPC`.'),
    goalModeType: formerlyOpenEnum(
      GOAL_MODE_TYPE,
      'goalModeType',
      'How strictly the goal is enforced, such as `HARD`.',
    ),
    pacingModeType: formerlyOpenEnum(PACING_MODE_TYPE, 'pacingModeType', 'The pacing mode, such as `EVEN`.'),
    billingMethodType: formerlyOpenEnum(
      BILLING_METHOD_TYPE,
      'billingMethodType',
      'The billing method, such as `CPC_WITH_MARGIN`.',
    ),
    marginType: formerlyOpenEnum(MARGIN_TYPE, 'marginType', 'The type of margin, such as `TOTAL_BUDGET`.'),
    budgetType: formerlyOpenEnum(BUDGET_TYPE, 'budgetType', 'The type of budget, such as `CURRENCY`.'),
    dailyBudgetType: formerlyOpenEnum(
      DAILY_BUDGET_TYPE,
      'dailyBudgetType',
      'The type of daily budget, such as `AUTO_ALLOCATED`.',
    ),
    bidPrice: decimal('bidPrice', 'The bid price, in the advertiser’s currency.', AMOUNT),
    goalAmount: decimal('goalAmount', 'The amount of the goal, in units of `goalType`.', AMOUNT),
    maxGoal: decimal('maxGoal', 'The maximum cost of a goal.', AMOUNT),
    marginGoal: decimal('marginGoal', 'The target margin.', AMOUNT),
    billingPrice: decimal('billingPrice', 'The billing price.', AMOUNT),
    completionThreshold: decimal('completionThreshold', 'The completion threshold.', AMOUNT),
    bidMultiplierCap: decimal('bidMultiplierCap', 'The largest bid multiplier that the line allows.', {
      omitWhenNull: true,
      input: sent
        .number(MIN_MULTIPLIER, MAX_MULTIPLIER)
        .nullable()
        .optional()
        .describe('The largest bid multiplier that the line allows. Null removes the cap.'),
    }),
    ...TIMESTAMPS,
  },
  derived: { deliveryStatus: deliveryStatusSql },
  relations: {
    history: HISTORY,
    campaign: {
      to: 'one',
      resource: 'Campaign',
      column: 'campaignId',
      description: 'The campaign that owns the line.',
    },
    advertiser: {
      to: 'one',
      resource: 'Advertiser',
      column: 'advertiserId',
      description: 'The advertiser that owns the line’s campaign.',
    },
    schedules: {
      to: 'many',
      resource: 'LineSchedule',
      column: 'lineId',
      description: 'The flights of the line.',
    },
    fees: {
      to: 'many',
      resource: 'LineFee',
      column: 'lineId',
      rest: 'feeList',
      description: 'The fees of the line.',
    },
    conversionRules: {
      to: 'many',
      resource: 'LineConversion',
      column: 'lineId',
      relation: 'conversions',
      rest: 'conversionList',
      description: 'The conversion rules of the line.',
    },
    ads: { to: 'pages', resource: 'Ad', column: 'lineId', description: 'The ads of the line.' },
    bidMultipliers: {
      to: 'pages',
      resource: 'BidMultiplier',
      column: 'lineId',
      description: 'The bid multipliers of the line.',
    },
  },
  passthrough: 'extra',
  internal: ['seatId', 'packageId'],
});
