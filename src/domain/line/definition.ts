import { MEDIA_TYPE } from '../creative/definition.ts';
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

export const LINE = defineResource('Line', {
  one: 'line',
  many: 'lines',
  description: 'A line: the budget, bid, goals and flights that ads run on.',
  visible: 'of the seat',
  search: 'name',
  fields: {
    id: identity('Line'),
    name: text('name', 'The display name.'),
    orderId: reference(
      'Campaign',
      'campaignId',
      'The global ID of the campaign that owns the line. The traffic interface calls the campaign an order.',
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
    ),
    isNativeEnabled: boolean('isNativeEnabled', 'Whether the line is a native line.'),
    supplyType: listed('supplyType', 'The supply type: the operator’s own supply or `THIRD_PARTY`.', {
      renamed: { word: OPERATOR_SUPPLY, shown: shownSupply, stored: storedSupply },
    }),
    language: text('language', 'The language of native ads, such as `ENGLISH`.'),
    objective: listed('objective', 'The objective, such as `VISIT_WEB`.'),
    mediaType: word(MEDIA_TYPE, 'mediaType', 'The media type: `DISPLAY`, `VIDEO` or `NATIVE`.'),
    goalType: listed('goalType', 'The type of goal, such as `CPC` or `ENHANCED_CPC`.'),
    goalModeType: listed('goalModeType', 'How strictly the goal is enforced, such as `HARD`.'),
    pacingModeType: listed('pacingModeType', 'The pacing mode, such as `EVEN`.'),
    billingMethodType: listed('billingMethodType', 'The billing method, such as `CPC_WITH_MARGIN`.'),
    marginType: listed('marginType', 'The type of margin, such as `TOTAL_BUDGET`.'),
    budgetType: listed('budgetType', 'The type of budget, such as `CURRENCY`.'),
    dailyBudgetType: listed('dailyBudgetType', 'The type of daily budget, such as `AUTO_ALLOCATED`.'),
    bidPrice: decimal('bidPrice', 'The bid price, in the advertiser’s currency.'),
    goalAmount: decimal('goalAmount', 'The amount of the goal, in units of `goalType`.'),
    maxGoal: decimal('maxGoal', 'The maximum cost of a goal.'),
    marginGoal: decimal('marginGoal', 'The target margin.'),
    billingPrice: decimal('billingPrice', 'The billing price.'),
    completionThreshold: decimal('completionThreshold', 'The completion threshold.'),
    bidMultiplierCap: decimal('bidMultiplierCap', 'The largest bid multiplier that the line allows.', {
      leftOut: true,
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
    budget: decimal('budget', 'The budget of the flight, in the advertiser’s currency.'),
    dailyBudgetType: listed('dailyBudgetType', 'The type of daily budget, such as `AUTO_ALLOCATED`.'),
    startDateStr: instant('startDate', 'The first second of the flight.'),
    endDateStr: instant('endDate', 'The end of the flight.'),
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
    name: text('name', 'The name of the fee.'),
    fee: decimal('fee', 'The amount of the fee.'),
    typeName: listed('typeName', 'The type of the fee, such as `AD_SERVING`.'),
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
    beaconId: reference('Pixel', 'beaconId', 'The global ID of the pixel.'),
    name: text('name', 'The display name.'),
    viewWindow: integer(
      'viewWindow',
      'How long after a view a conversion counts, in units of `viewWindowUnitType`.',
    ),
    clickWindow: integer(
      'clickWindow',
      'How long after a click a conversion counts, in units of `clickWindowUnitType`.',
    ),
    viewWindowUnitType: listed('viewWindowUnitType', 'The unit of `viewWindow`, such as `DAY`.'),
    clickWindowUnitType: listed('clickWindowUnitType', 'The unit of `clickWindow`, such as `DAY`.'),
    acceptViewThrough: boolean(
      'acceptViewThrough',
      'Whether conversions after a view without a click count.',
    ),
    viewBeaconValueDiscount: decimal(
      'viewBeaconValueDiscount',
      'The discount on the value of a conversion after a view.',
    ),
    beaconValuePc: decimal('beaconValuePc', 'The share of the conversion value that counts.'),
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
