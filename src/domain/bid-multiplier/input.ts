import { z } from 'zod';
import { id, integer, json, list, object, oneOf, positive } from '../fields.ts';
import { defineInput } from '../input.ts';
import { TARGET_TYPES } from './targets.ts';

/** A change of a line's bid multipliers (spec 2, "Bid multipliers"; RULINGS T13). */

/** The smallest that a listing of targets names; any above 0 is taken. */
export const MIN_MULTIPLIER = 0.01;
export const MAX_MULTIPLIER = 9.95;
const MAX_ITEMS = 1000;

const target = {
  targetType: oneOf(TARGET_TYPES).describe(`The kind of target: ${TARGET_TYPES.join(', ')}.`),
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

/** `{day, hour}` of DAY_PARTING. */
export const DayPartInput = z.strictObject(
  {
    day: oneOf(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']),
    hour: integer(0, 23),
  },
  'must be an object such as {"day": "Mon", "hour": 0}',
);
