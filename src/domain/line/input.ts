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
  id: id('LineSchedule').optional().describe('The ID of the item to change. Without it, an item is added.'),
  budget: amount().optional().describe('The budget of the flight, in the advertiser’s currency.'),
  dailyBudgetType: token().optional().describe('The type of daily budget, such as `AUTO_ALLOCATED`.'),
  startDateStr: instant().optional().describe('The first second of the flight. Required for a new flight.'),
  endDateStr: instant()
    .optional()
    .describe('The end of the flight, after its start. Required for a new flight.'),
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
  id: id('LineFee').optional().describe('The ID of the item to change. Without it, an item is added.'),
  name: text().optional().describe('The name of the fee. Required for a new fee.'),
  fee: amount().optional().describe('The amount of the fee. Required for a new fee.'),
  typeName: oneOf(FEE_TYPES)
    .optional()
    .describe(`The type of the fee: ${FEE_TYPES.join(', ')}. Required for a new fee.`),
});

const conversion = object('LineConversion', {
  id: id('LineConversion').optional().describe('The ID of the item to change. Without it, an item is added.'),
  beaconId: id('Pixel')
    .optional()
    .describe('A pixel of the line’s advertiser. Required for a new conversion rule.'),
  name: text().optional().describe('The display name.'),
  viewWindow: integer(0, MAX_ID)
    .optional()
    .describe('How long after a view a conversion counts, in units of `viewWindowUnitType`.'),
  clickWindow: integer(0, MAX_ID)
    .optional()
    .describe('How long after a click a conversion counts, in units of `clickWindowUnitType`.'),
  viewWindowUnitType: token().optional().describe('The unit of `viewWindow`, such as `DAY`.'),
  clickWindowUnitType: token().optional().describe('The unit of `clickWindow`, such as `DAY`.'),
  acceptViewThrough: boolean().optional().describe('Whether conversions after a view without a click count.'),
  viewBeaconValueDiscount: amount()
    .optional()
    .describe('The discount on the value of a conversion after a view.'),
  beaconValuePc: amount().optional().describe('The share of the conversion value that counts.'),
});

const fields = {
  name: text().describe('The display name.'),
  orderId: id('Campaign').describe(
    'The campaign that owns the line. Can be changed to another campaign of the same advertiser.',
  ),
  status: listed().optional().describe('The status: `PAUSED`, `INACTIVE` or, on update, `ACTIVE`.'),
  isNativeEnabled: boolean().optional().describe('Whether the line is a native line.'),
  supplyType: listed()
    .optional()
    .describe('The supply type: the operator’s own supply (`PLATFORM` by default) or `THIRD_PARTY`.'),
  language: text(64).optional().describe('The language of native ads, such as `ENGLISH`.'),
  objective: token().optional().describe('The objective, such as `VISIT_WEB`.'),
  mediaType: oneOf(['DISPLAY', 'VIDEO', 'NATIVE'])
    .optional()
    .describe('The media type: `DISPLAY`, `VIDEO` or `NATIVE`.'),
  goalType: token().optional().describe('The type of goal, such as `CPC` or `ENHANCED_CPC`.'),
  goalModeType: token().optional().describe('How strictly the goal is enforced, such as `HARD`.'),
  pacingModeType: token().optional().describe('The pacing mode, such as `EVEN`.'),
  pacingMode: token().optional().describe('An alias of `pacingModeType`.'),
  billingMethodType: token().optional().describe('The billing method, such as `CPC_WITH_MARGIN`.'),
  marginType: token().optional().describe('The type of margin, such as `TOTAL_BUDGET`.'),
  budgetType: token().optional().describe('The type of budget, such as `CURRENCY`.'),
  dailyBudgetType: token().optional().describe('The type of daily budget, such as `AUTO_ALLOCATED`.'),
  bidPrice: amount().optional().describe('The bid price, in the advertiser’s currency.'),
  goalAmount: amount().optional().describe('The amount of the goal, in units of `goalType`.'),
  maxGoal: amount().optional().describe('The maximum cost of a goal.'),
  marginGoal: amount().optional().describe('The target margin.'),
  billingPrice: amount().optional().describe('The billing price.'),
  completionThreshold: amount().optional().describe('The completion threshold.'),
  bidMultiplierCap: number(MIN_MULTIPLIER, MAX_MULTIPLIER)
    .optional()
    .describe('The largest bid multiplier that the line allows.'),
  schedules: list(schedule, MAX_PARTS)
    .optional()
    .describe('The flights of the line. Merged with the stored flights by ID.'),
  feeList: list(fee, MAX_PARTS)
    .optional()
    .describe('The fees of the line. Merged with the stored fees by ID.'),
  conversionList: list(conversion, MAX_PARTS)
    .optional()
    .describe('The conversion rules of the line. Merged with the stored rules by ID.'),
};

const removals = {
  removeScheduleIds: list(id('LineSchedule'), MAX_PARTS)
    .optional()
    .describe('The IDs of the flights to remove.'),
  removeFeeIds: list(id('LineFee'), MAX_PARTS).optional().describe('The IDs of the fees to remove.'),
  removeConversionIds: list(id('LineConversion'), MAX_PARTS)
    .optional()
    .describe('The IDs of the conversion rules to remove.'),
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
