import { z } from 'zod';
import { currency, name, text, zoneAsSpelled } from '../../../resources/define/fields.ts';
import { defineInput } from '../../../resources/define/input.ts';
import { ZONES } from '../../reporting/report/payload/catalogue.ts';

/** The time zones of reports. `UTC` is another name of `Etc/GMT`. */
const SEAT_ZONES: readonly string[] = ['UTC', ...ZONES];

export const UpdateSeat = defineInput({
  fields: z
    .object({
      name: name().describe('The display name.'),
      timezone: text(64)
        .overwrite(zoneAsSpelled)
        .refine((zone) => SEAT_ZONES.includes(zone), `must be one of ${SEAT_ZONES.join(', ')}`)
        .meta({ kind: 'timezone' })
        .describe('The time zone of the seat’s days: `UTC` or one of `dictionary.timezones`.'),
      currency: currency().describe(
        'The currency in which figures of several advertisers are shown, and of reports in the seat’s currency.',
      ),
    })
    .partial(),
  readOnly: [],
  isUpdate: true,
});
