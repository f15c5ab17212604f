import { z } from 'zod';
import { id, instant, integer, list, MAX_ID, object, oneOf, text, timezone } from '../fields.ts';
import { defineInput } from '../input.ts';
import { MAX_PARTS } from '../parts.ts';

/** Fields of an ad (spec 2, "Ad"; RULINGS T6, T7). Schedules with an id change that one. */

const schedule = object('AdSchedule', {
  id: id('AdSchedule').optional().describe('The ID of the item to change. Without it, an item is added.'),
  startDate: instant().describe('The first second of the flight.'),
  endDate: instant().describe('The end of the flight. Must be after the start.'),
});

const countdown = object('AdCountdown', {
  id: id('AdCountdown').optional().describe('The ID of the stored countdown, to change it.'),
  countdownPrefixId: integer(1, MAX_ID)
    .optional()
    .describe('The ID of the text shown before the countdown, from the dictionary of countdown prefixes.'),
  endDate: instant().describe('The moment to which the ad counts down.'),
  timezone: timezone().describe('The time zone in which the countdown is shown.'),
});

const NATIVE_STATUSES = [
  'ACTIVE',
  'PAUSED',
  'ON_HOLD',
  'ON_LIMITED',
  'RESTRICTED',
  'DELETED',
  'REJECTED',
] as const;

const fields = {
  lineId: id('Line').describe(
    'The line that the ad runs on. Can be changed to another line of the same advertiser.',
  ),
  creativeId: id('Creative').describe(
    'The creative that the ad shows. Must belong to the line’s advertiser.',
  ),
  status: oneOf(['ACTIVE', 'INACTIVE']).describe('The status: `ACTIVE` or `INACTIVE`.'),
  schedules: list(schedule, MAX_PARTS)
    .optional()
    .describe('The flights of the ad, which can overlap. Merged with the stored flights by ID.'),
  countdown: countdown
    .optional()
    .describe('The countdown. Only for ads on native lines; required if the creative contains `{time}`.'),
  nativeAdStatus: oneOf(NATIVE_STATUSES)
    .optional()
    .describe(`The status of the ad on native supply: ${NATIVE_STATUSES.join(', ')}.`),
  nativeAdRestrictions: list(text(), 100).optional().describe('The texts of the ad’s tag restriction list.'),
};

const removals = {
  removeScheduleIds: list(id('AdSchedule'), MAX_PARTS)
    .optional()
    .describe('The IDs of the flights to remove.'),
};

/** The name and the media type are the creative's (RULINGS T6). */
const readOnly = ['id', 'name', 'mediaType', 'createdAt', 'updatedAt'];

export const CreateAd = defineInput({
  fields: z.object(fields),
  readOnly: [...readOnly, ...Object.keys(removals)],
});

export const UpdateAd = defineInput({ fields: z.object({ ...fields, ...removals }).partial(), readOnly });
