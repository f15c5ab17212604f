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
  targetType: oneOf(TARGET_TYPES).describe(`${TARGET_TYPES.join(', ')}.`),
  targetValue: json().describe('Id of the target; for DAY_PARTING `{day: "Mon", hour: 0}`.'),
};

const multiplier = positive(MAX_MULTIPLIER).describe(
  'Factor of the bid, above 0 and at most 9.95; 1.0 removes.',
);

const multiplierId = id('BidMultiplier').describe('Which multiplier of the line.');

const items = <Item extends z.ZodType>(item: Item) => list(item, MAX_ITEMS).optional();

export const UpdateBidMultipliers = defineInput({
  fields: z.object({
    added: items(object('BidMultiplierAdded', { ...target, multiplier })).describe('New ones, without id.'),
    edited: items(
      object('BidMultiplierEdited', {
        id: multiplierId,
        targetType: target.targetType.optional().describe('As it is; a target never changes.'),
        targetValue: target.targetValue.optional().describe('As it is; a target never changes.'),
        multiplier,
      }),
    ).describe('Changes of existing ones.'),
    removed: items(multiplierId).describe('Ids of those to remove; to be deprecated.'),
    removedItems: items(
      object('BidMultiplierRemoved', {
        id: multiplierId,
        targetType: target.targetType.optional().describe('As it is.'),
      }),
    ).describe('Those to remove.'),
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
