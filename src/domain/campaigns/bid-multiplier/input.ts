import { z } from 'zod';
import { defineEnum } from '../../../resources/define/enum-type.ts';
import { id, integer, json, list, object, oneOf, positive } from '../../../resources/define/fields.ts';
import { defineInput } from '../../../resources/define/input.ts';
import { BID_TARGET_TYPE } from './targets.ts';

/** Shown as `minMultiplier` of a target. It is not enforced: any multiplier above 0 is accepted. */
export const MIN_MULTIPLIER = 0.01;
export const MAX_MULTIPLIER = 9.95;
const MAX_ITEMS = 1000;

const target = {
  targetType: oneOf(BID_TARGET_TYPE).describe('The kind of target.'),
  targetValue: json().describe(
    'The ID of the target. For `DAY_PARTING`, an object such as `{day: "Mon", hour: 0}`.',
  ),
};

const multiplier = positive(MAX_MULTIPLIER).describe(
  'The factor by which the bid is multiplied, greater than 0 and at most 9.95. 1.0 removes the multiplier.',
);

const multiplierId = id('BidMultiplier').describe('The ID of a bid multiplier of the line.');

const items = <Item extends z.ZodType>(item: Item) => list(item, MAX_ITEMS).optional();

export const UpdateBidMultipliers = defineInput({
  fields: z.object({
    added: items(object('BidMultiplierAdded', { ...target, multiplier })).describe('The multipliers to add.'),
    edited: items(
      object('BidMultiplierEdited', {
        id: multiplierId,
        targetType: target.targetType.optional().describe('The stored target type. Cannot be changed.'),
        targetValue: target.targetValue.optional().describe('The stored target value. Cannot be changed.'),
        multiplier,
      }),
    ).describe('The multipliers to change.'),
    removed: items(multiplierId).describe(
      'The IDs of the multipliers to remove. To be deprecated in favor of `removedItems`.',
    ),
    removedItems: items(
      object('BidMultiplierRemoved', {
        id: multiplierId,
        targetType: target.targetType.optional().describe('The stored target type.'),
      }),
    ).describe('The multipliers to remove.'),
  }),
  readOnly: ['bidMultipliers', 'bidMultiplierCap'],
});

const WEEKDAY = defineEnum('Weekday', 'The days of the week.', {
  Mon: 'Monday.',
  Tue: 'Tuesday.',
  Wed: 'Wednesday.',
  Thu: 'Thursday.',
  Fri: 'Friday.',
  Sat: 'Saturday.',
  Sun: 'Sunday.',
});

/** A DAY_PARTING target: `{day, hour}`. */
export const DayPartInput = z.strictObject(
  {
    day: oneOf(WEEKDAY),
    hour: integer(0, 23),
  },
  'must be an object such as {"day": "Mon", "hour": 0}',
);
