import { MAX_MULTIPLIER, MIN_MULTIPLIER } from '../bid-multiplier/input.ts';
import { MEDIA_TYPE } from '../creative/definition.ts';
import * as sent from '../fields.ts';
import {
  boolean,
  decimal,
  defineResource,
  identity,
  instant,
  integer,
  listed,
  MOMENTS,
  reference,
  text,
  word,
} from '../resource/definition.ts';
import { OPERATOR_SUPPLY, shownSupply, storedSupply } from '../supply-word.ts';
import { deliveryStatusSql, lifeCycle } from './status.ts';

export const LINE_STATES = {
  ACTIVE: { description: 'The line is active. It can deliver.' },
  PAUSED: { description: 'The line is paused. It does not deliver.' },
  INACTIVE: { description: 'The line is inactive. It does not deliver.' },
};

const AMOUNT = { input: sent.amount().nullable().optional() };
const TOKEN = { input: sent.token().nullable().optional() };
const WINDOW = { input: sent.integer(0, sent.MAX_ID).nullable().optional() };
const FEE_TYPES = [
  'AD_SERVING',
  'AD_VERIFICATION',
  'AUDIENCE_MEASUREMENT',
  'BRAND_SAFETY',
  'VIEWABILITY',
  'OTHER',
] as const;

export const LINE = defineResource('Line', {
  one: 'line',
  many: 'lines',
  description: 'A line: the budget, bid, goals and flights that ads run on.',
  visible: 'of the seat',
  search: 'name',
  fields: {
    id: identity('Line'),
    name: text('name', 'The display name.', { input: sent.name() }),
    orderId: reference(
      'Campaign',
      'campaignId',
      'The global ID of the campaign that owns the line. The traffic interface calls the campaign an order.',
      {
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
    status: word(
      {
        name: 'LineStatus',
        description: `The possible statuses of a line. The allowed transitions are:\n\n${lifeCycle()}`,
        values: LINE_STATES,
      },
      'status',
      'The status that the line is set to.',
      {
        input: sent.listed().optional().describe('The status: `PAUSED`, `INACTIVE` or, on update, `ACTIVE`.'),
      },
    ),
    isNativeEnabled: boolean('isNativeEnabled', 'Whether the line is a native line.', {
      input: sent.boolean().optional(),
    }),
    supplyType: listed('supplyType', 'The supply type: the operator’s own supply or `THIRD_PARTY`.', {
      input: sent
        .listed()
        .nullable()
        .optional()
        .describe('The supply type: the operator’s own supply (`PLATFORM` by default) or `THIRD_PARTY`.'),
      renamed: { word: OPERATOR_SUPPLY, shown: shownSupply, stored: storedSupply },
    }),
    language: text('language', 'The language of native ads, such as `ENGLISH`.', {
      input: sent.text(64).nullable().optional(),
    }),
    objective: listed('objective', 'The objective, such as `VISIT_WEB`.', TOKEN),
    mediaType: word(MEDIA_TYPE, 'mediaType', 'The media type: `DISPLAY`, `VIDEO` or `NATIVE`.', {
      input: sent.oneOf(['DISPLAY', 'VIDEO', 'NATIVE']).nullable().optional(),
    }),
    goalType: listed('goalType', 'The type of goal, such as `CPC` or `ENHANCED_CPC`.', TOKEN),
    goalModeType: listed('goalModeType', 'How strictly the goal is enforced, such as `HARD`.', TOKEN),
    pacingModeType: listed('pacingModeType', 'The pacing mode, such as `EVEN`.', TOKEN),
    billingMethodType: listed('billingMethodType', 'The billing method, such as `CPC_WITH_MARGIN`.', TOKEN),
    marginType: listed('marginType', 'The type of margin, such as `TOTAL_BUDGET`.', TOKEN),
    budgetType: listed('budgetType', 'The type of budget, such as `CURRENCY`.', TOKEN),
    dailyBudgetType: listed('dailyBudgetType', 'The type of daily budget, such as `AUTO_ALLOCATED`.', TOKEN),
    bidPrice: decimal('bidPrice', 'The bid price, in the advertiser’s currency.', AMOUNT),
    goalAmount: decimal('goalAmount', 'The amount of the goal, in units of `goalType`.', AMOUNT),
    maxGoal: decimal('maxGoal', 'The maximum cost of a goal.', AMOUNT),
    marginGoal: decimal('marginGoal', 'The target margin.', AMOUNT),
    billingPrice: decimal('billingPrice', 'The billing price.', AMOUNT),
    completionThreshold: decimal('completionThreshold', 'The completion threshold.', AMOUNT),
    bidMultiplierCap: decimal('bidMultiplierCap', 'The largest bid multiplier that the line allows.', {
      leftOut: true,
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
    feeList: {
      to: 'many',
      resource: 'LineFee',
      column: 'lineId',
      relation: 'fees',
      description: 'The fees of the line.',
    },
    conversionList: {
      to: 'many',
      resource: 'LineConversion',
      column: 'lineId',
      relation: 'conversions',
      description: 'The conversion rules of the line.',
    },
    ads: { to: 'pages', resource: 'Ad', column: 'lineId', description: 'The ads of the line.' },
  },
  kept: 'extra',
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
    dailyBudgetType: listed('dailyBudgetType', 'The type of daily budget, such as `AUTO_ALLOCATED`.', TOKEN),
    startDateStr: instant('startDate', 'The first second of the flight.', {
      input: sent.instant().optional().describe('The first second of the flight. Required for a new flight.'),
    }),
    endDateStr: instant('endDate', 'The end of the flight.', {
      input: sent
        .instant()
        .optional()
        .describe('The end of the flight, after its start. Required for a new flight.'),
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
      input: sent.name().optional().describe('The name of the fee. Required for a new fee.'),
    }),
    fee: decimal('fee', 'The amount of the fee.', {
      input: sent.amount().optional().describe('The amount of the fee. Required for a new fee.'),
    }),
    typeName: listed('typeName', 'The type of the fee, such as `AD_SERVING`.', {
      input: sent
        .oneOf(FEE_TYPES)
        .optional()
        .describe(`The type of the fee: ${FEE_TYPES.join(', ')}. Required for a new fee.`),
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
    beaconId: reference('Pixel', 'beaconId', 'The global ID of the pixel.', {
      input: sent
        .id('Pixel')
        .optional()
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
    viewWindowUnitType: listed('viewWindowUnitType', 'The unit of `viewWindow`, such as `DAY`.', TOKEN),
    clickWindowUnitType: listed('clickWindowUnitType', 'The unit of `clickWindow`, such as `DAY`.', TOKEN),
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
