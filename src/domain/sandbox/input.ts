import { z } from 'zod';
import { instant, number, text } from '../../resources/define/fields.ts';
import { defineInput } from '../../resources/define/input.ts';

/** The most days of one move, because delivery is simulated for every hour. */
export const MAX_DAYS = 400;
/** The highest speed: one day per second. */
export const MAX_SPEED = 86_400;

export const AdvanceSandboxClock = defineInput({
  fields: z.object({
    by: text(40).describe(
      `The time to move the clock ahead by, such as \`90s\`, \`36h\`, \`30d\` or \`1d12h\`; at most ${MAX_DAYS} days.`,
    ),
  }),
  readOnly: [],
});

export const SetSandboxClock = defineInput({
  fields: z.object({
    to: instant()
      .optional()
      .describe(`The time to set the clock to. Not before the current one, at most ${MAX_DAYS} days ahead.`),
    speed: number(0, MAX_SPEED)
      .optional()
      .describe(
        `The speed of the clock as a multiple of real time, from 0 to ${MAX_SPEED}. At 0 the clock stands still.`,
      ),
  }),
  readOnly: [],
});
