import { id, list } from '../../../resources/define/fields.ts';
import { inputsOf, partInput } from '../../../resources/define/inputs.ts';
import { MAX_PARTS } from '../../../resources/define/parts.ts';
import { AD, AD_COUNTDOWN, AD_SCHEDULE } from './definition.ts';

/** The name and the media type are the creative's, so they are not input. */
export const { create: CreateAd, update: UpdateAd } = inputsOf(AD, {
  more: {
    schedules: list(partInput(AD_SCHEDULE), MAX_PARTS)
      .optional()
      .describe('The flights of the ad, which can overlap. Merged with the stored flights by ID.'),
    countdown: partInput(AD_COUNTDOWN, 'The ID of the stored countdown, to change it.')
      .optional()
      .describe('The countdown. Only for ads on native lines; required if the creative contains `{time}`.'),
  },
  changes: {
    countdown: partInput(AD_COUNTDOWN, 'The ID of the stored countdown, to change it.')
      .nullable()
      .optional()
      .describe('The countdown. Null removes it, unless the creative contains `{time}`.'),
    removeScheduleIds: list(id('AdSchedule'), MAX_PARTS)
      .nullable()
      .optional()
      .describe('The IDs of the flights to remove.'),
  },
});
