import { z } from 'zod';
import { id, instant, integer, list, MAX_ID, object, oneOf, text, timezone } from '../fields.ts';
import { defineInput } from '../input.ts';
import { MAX_PARTS } from '../parts.ts';

/** Fields of an ad (spec 2, "Ad"; RULINGS T6, T7). Schedules with an id change that one. */

const schedule = object('AdSchedule', {
  id: id('AdSchedule').optional().describe('Which one to change; without it one is added.'),
  startDate: instant().describe('First second of the flight.'),
  endDate: instant().describe('End of the flight, after its start.'),
});

const countdown = object('AdCountdown', {
  id: id('AdCountdown').optional().describe('The stored one, where it is changed.'),
  countdownPrefixId: integer(1, MAX_ID).optional().describe('Text in front: of the prefix dictionary.'),
  endDate: instant().describe('What is counted down to.'),
  timezone: timezone().describe('Zone in which it is shown.'),
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
  lineId: id('Line').describe('The line it runs on; may move within one advertiser.'),
  creativeId: id('Creative').describe('What it shows: a creative of the same advertiser.'),
  status: oneOf(['ACTIVE', 'INACTIVE']).describe('ACTIVE or INACTIVE.'),
  schedules: list(schedule, MAX_PARTS).optional().describe('Flights; merged by id, and may overlap.'),
  countdown: countdown.optional().describe('Only on native lines; needed where the creative has {time}.'),
  nativeAdStatus: oneOf(NATIVE_STATUSES)
    .optional()
    .describe(`${NATIVE_STATUSES.join(', ')}.`),
  nativeAdRestrictions: list(text(), 100).optional().describe('Texts of its tag restriction list.'),
};

const removals = {
  removeScheduleIds: list(id('AdSchedule'), MAX_PARTS).optional().describe('Flights to remove.'),
};

/** The name and the media type are the creative's (RULINGS T6). */
const readOnly = ['id', 'name', 'mediaType', 'createdAt', 'updatedAt'];

export const CreateAd = defineInput({
  fields: z.object(fields),
  readOnly: [...readOnly, ...Object.keys(removals)],
});

export const UpdateAd = defineInput({ fields: z.object({ ...fields, ...removals }).partial(), readOnly });
