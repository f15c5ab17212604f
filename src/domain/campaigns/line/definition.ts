import {
  boolean,
  decimal,
  defineResource,
  enumField,
  formerlyOpenEnum,
  HISTORY,
  identity,
  instant,
  integer,
  MOMENTS,
  reference,
  text,
} from '../../../resources/define/definition.ts';
import * as sent from '../../../resources/define/fields.ts';
import { MAX_MULTIPLIER, MIN_MULTIPLIER } from '../bid-multiplier/input.ts';
import { MEDIA_TYPE } from '../creative/media-type.ts';
import {
  BILLING_METHOD_TYPE,
  BUDGET_TYPE,
  DAILY_BUDGET_TYPE,
  FEE_TYPE,
  GOAL_MODE_TYPE,
  GOAL_TYPE,
  LINE_OBJECTIVE,
  LINE_STATUS,
  MARGIN_TYPE,
  PACING_MODE_TYPE,
  SUPPLY_TYPE,
  WINDOW_UNIT_TYPE,
} from './enums.ts';
import { deliveryStatusSql } from './status.ts';
import { OPERATOR_SUPPLY, shownSupply } from './supply-word.ts';

const AMOUNT = { input: sent.amount().nullable().optional() };
const POSITIVE = sent.positive(sent.MAX_AMOUNT).nullable().optional();
const DAILY_BUDGET =
  'The most that the flight spends on a day, in the advertiser’s currency and time zone. Not applied if `dailyBudgetType` is `AUTO_ALLOCATED`.';
const WINDOW = { input: sent.integer(0, sent.MAX_ID).nullable().optional() };

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
        renamed: { word: OPERATOR_SUPPLY, shown: shownSupply },
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
    ...MOMENTS,
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

export const LINE_SCHEDULE = defineResource('LineSchedule', {
  one: 'flight',
  many: 'flights',
  description: 'A flight of a line: a period with its own budget.',
  visible: 'with its owner',
  fields: {
    id: identity('LineSchedule'),
    budget: decimal('budget', 'The budget of the flight, in the advertiser’s currency.', AMOUNT),
    dailyBudget: decimal('dailyBudget', DAILY_BUDGET, { rest: false, input: POSITIVE }),
    dailyBudgetType: formerlyOpenEnum(
      DAILY_BUDGET_TYPE,
      'dailyBudgetType',
      'The type of daily budget, such as `AUTO_ALLOCATED`.',
    ),
    startDate: instant('startDate', 'The first second of the flight.', {
      rest: 'startDateStr',
      input: sent.instant().describe('The first second of the flight. Required for a new flight.'),
    }),
    endDate: instant('endDate', 'The end of the flight.', {
      rest: 'endDateStr',
      input: sent.instant().describe('The end of the flight, after its start. Required for a new flight.'),
    }),
  },
  relations: {},
  internal: ['lineId'],
});

export const LINE_FEE = defineResource('LineFee', {
  one: 'fee',
  many: 'fees',
  description: 'A fee on a line.',
  visible: 'with its owner',
  fields: {
    id: identity('LineFee'),
    name: text('name', 'The name of the fee.', {
      input: sent.name().describe('The name of the fee. Required for a new fee.'),
    }),
    fee: decimal('fee', 'The amount of the fee.', {
      input: sent.amount().describe('The amount of the fee. Required for a new fee.'),
    }),
    typeName: enumField(FEE_TYPE, 'typeName', 'The type of the fee, such as `AD_SERVING`.', {
      input: sent.oneOf(FEE_TYPE).describe('The type of the fee. Required for a new fee.'),
    }),
  },
  relations: {},
  internal: ['lineId'],
});

export const LINE_CONVERSION = defineResource('LineConversion', {
  one: 'conversion rule',
  many: 'conversion rules',
  description: 'A conversion rule of a line: which pixel’s conversions count, and for how long.',
  visible: 'with its owner',
  fields: {
    id: identity('LineConversion'),
    pixelId: reference('Pixel', 'beaconId', 'The global ID of the pixel.', {
      rest: 'beaconId',
      input: sent
        .id('Pixel')
        .describe('A pixel of the line’s advertiser. Required for a new conversion rule.'),
    }),
    name: text('name', 'The display name.', { input: sent.name().nullable().optional() }),
    viewWindow: integer(
      'viewWindow',
      'How long after a view a conversion counts, in units of `viewWindowUnitType`.',
      WINDOW,
    ),
    clickWindow: integer(
      'clickWindow',
      'How long after a click a conversion counts, in units of `clickWindowUnitType`.',
      WINDOW,
    ),
    viewWindowUnitType: formerlyOpenEnum(
      WINDOW_UNIT_TYPE,
      'viewWindowUnitType',
      'The unit of `viewWindow`, such as `DAY`.',
    ),
    clickWindowUnitType: formerlyOpenEnum(
      WINDOW_UNIT_TYPE,
      'clickWindowUnitType',
      'The unit of `clickWindow`, such as `DAY`.',
    ),
    acceptViewThrough: boolean(
      'acceptViewThrough',
      'Whether conversions after a view without a click count.',
      { input: sent.boolean().nullable().optional() },
    ),
    viewBeaconValueDiscount: decimal(
      'viewBeaconValueDiscount',
      'The discount on the value of a conversion after a view.',
      AMOUNT,
    ),
    beaconValuePc: decimal('beaconValuePc', 'The share of the conversion value that counts.', AMOUNT),
  },
  relations: {
    pixel: {
      to: 'one',
      resource: 'Pixel',
      column: 'beaconId',
      description: 'The pixel whose conversions count.',
    },
  },
  internal: ['lineId'],
});
