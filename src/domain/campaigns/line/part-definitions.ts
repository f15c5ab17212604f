import {
  boolean,
  decimal,
  defineResource,
  enumField,
  formerlyOpenEnum,
  identity,
  instant,
  integer,
  reference,
  text,
} from '../../../resources/define/definition.ts';
import * as sent from '../../../resources/define/fields.ts';
import { DAILY_BUDGET_TYPE, FEE_TYPE, WINDOW_UNIT_TYPE } from './enums.ts';

const AMOUNT = { input: sent.amount().nullable().optional() };
const POSITIVE = sent.positive(sent.MAX_AMOUNT).nullable().optional();
const DAILY_BUDGET =
  'The most that the flight spends on a day, in the advertiser’s currency and time zone. Not applied if `dailyBudgetType` is `AUTO_ALLOCATED`.';
const WINDOW = { input: sent.integer(0, sent.MAX_ID).nullable().optional() };

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
