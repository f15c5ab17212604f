import { z } from 'zod';
import { MAX_MULTIPLIER, MIN_MULTIPLIER } from '../bid-multiplier/input.ts';
import {
  amount,
  boolean,
  id,
  instant,
  integer,
  list,
  listed,
  MAX_ID,
  number,
  object,
  oneOf,
  text,
  token,
} from '../fields.ts';
import { defineInput } from '../input.ts';
import { MAX_PARTS } from '../parts.ts';

/** Fields of a line (spec 2, "Line"; RULINGS T8a, T15). Items with an id change that one (RULINGS T7). */

const schedule = object('LineSchedule', {
  id: id('LineSchedule').optional().describe('Which one to change; without it one is added.'),
  budget: amount().optional().describe('Budget of the flight, in the advertiser’s currency.'),
  dailyBudgetType: token().optional().describe('Such as AUTO_ALLOCATED.'),
  startDateStr: instant().optional().describe('First second of the flight; required for a new one.'),
  endDateStr: instant().optional().describe('End of the flight, after its start; required for a new one.'),
});

const FEE_TYPES = [
  'AD_SERVING',
  'AD_VERIFICATION',
  'AUDIENCE_MEASUREMENT',
  'BRAND_SAFETY',
  'VIEWABILITY',
  'OTHER',
] as const;

const fee = object('LineFee', {
  id: id('LineFee').optional().describe('Which one to change; without it one is added.'),
  name: text().optional().describe('What the fee is for; required for a new one.'),
  fee: amount().optional().describe('Amount; required for a new one.'),
  typeName: oneOf(FEE_TYPES)
    .optional()
    .describe(`${FEE_TYPES.join(', ')}; required for a new one.`),
});

const conversion = object('LineConversion', {
  id: id('LineConversion').optional().describe('Which one to change; without it one is added.'),
  beaconId: id('Pixel').optional().describe('A pixel of the line’s advertiser; required for a new one.'),
  name: text().optional().describe('Display name.'),
  viewWindow: integer(0, MAX_ID).optional().describe('How long after a view a conversion counts.'),
  clickWindow: integer(0, MAX_ID).optional().describe('How long after a click a conversion counts.'),
  viewWindowUnitType: token().optional().describe('Unit of viewWindow, such as DAY.'),
  clickWindowUnitType: token().optional().describe('Unit of clickWindow, such as DAY.'),
  acceptViewThrough: boolean().optional().describe('Whether conversions after a mere view count.'),
  viewBeaconValueDiscount: amount().optional().describe('Discount on the value after a view.'),
  beaconValuePc: amount().optional().describe('Share of the value that counts.'),
});

const fields = {
  name: text().describe('Display name.'),
  orderId: id('Campaign').describe('The campaign that owns it; may move within one advertiser.'),
  status: listed().optional().describe('PAUSED, INACTIVE or, on update, ACTIVE.'),
  isNativeEnabled: boolean().optional().describe('true for native lines.'),
  supplyType: listed().optional().describe('Operator supply (PLATFORM) or THIRD_PARTY.'),
  language: text(64).optional().describe('Language of native ads, such as ENGLISH.'),
  objective: token().optional().describe('Such as VISIT_WEB.'),
  mediaType: oneOf(['DISPLAY', 'VIDEO', 'NATIVE']).optional().describe('DISPLAY, VIDEO or NATIVE.'),
  goalType: token().optional().describe('Such as CPC or ENHANCED_CPC.'),
  goalModeType: token().optional().describe('Such as HARD.'),
  pacingModeType: token().optional().describe('Such as EVEN.'),
  pacingMode: token().optional().describe('Alias of pacingModeType.'),
  billingMethodType: token().optional().describe('Such as CPC_WITH_MARGIN.'),
  marginType: token().optional().describe('Such as TOTAL_BUDGET.'),
  budgetType: token().optional().describe('Such as CURRENCY.'),
  dailyBudgetType: token().optional().describe('Such as AUTO_ALLOCATED.'),
  bidPrice: amount().optional().describe('Bid, in the advertiser’s currency.'),
  goalAmount: amount().optional().describe('Goal, in units of goalType.'),
  maxGoal: amount().optional().describe('Most that a goal may cost.'),
  marginGoal: amount().optional().describe('Margin aimed at.'),
  billingPrice: amount().optional().describe('Billing price.'),
  completionThreshold: amount().optional().describe('Completion threshold.'),
  bidMultiplierCap: number(MIN_MULTIPLIER, MAX_MULTIPLIER)
    .optional()
    .describe('Most that a bid multiplier may be.'),
  schedules: list(schedule, MAX_PARTS).optional().describe('Flights; merged by id.'),
  feeList: list(fee, MAX_PARTS).optional().describe('Fees; merged by id.'),
  conversionList: list(conversion, MAX_PARTS).optional().describe('Conversion rules; merged by id.'),
};

const removals = {
  removeScheduleIds: list(id('LineSchedule'), MAX_PARTS).optional().describe('Flights to remove.'),
  removeFeeIds: list(id('LineFee'), MAX_PARTS).optional().describe('Fees to remove.'),
  removeConversionIds: list(id('LineConversion'), MAX_PARTS)
    .optional()
    .describe('Conversion rules to remove.'),
};

const readOnly = ['id', 'advertiserId', 'createdAt', 'updatedAt'];

export const CreateLine = defineInput({
  fields: z.object(fields),
  readOnly: [...readOnly, ...Object.keys(removals)],
  keepsUnknown: true,
});

export const UpdateLine = defineInput({
  fields: z.object({ ...fields, ...removals }).partial(),
  readOnly,
  keepsUnknown: true,
});
