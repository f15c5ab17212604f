import { z } from 'zod';
import { instant, number, text } from '../fields.ts';
import { defineInput } from '../input.ts';

/** One move; delivery is simulated for every hour of it. */
export const MOST_DAYS = 400;
/** The highest speed: one day per second. */
export const MOST_SPEED = 86_400;

export const AdvanceSandboxClock = defineInput({
  fields: z.object({
    by: text(40).describe(
      `The time to move the clock ahead by, such as \`90s\`, \`36h\`, \`30d\` or \`1d12h\`; at most ${MOST_DAYS} days.`,
    ),
  }),
  readOnly: [],
});

export const SetSandboxClock = defineInput({
  fields: z.object({
    to: instant()
      .optional()
      .describe(`The time to set the clock to. Not before the current one, at most ${MOST_DAYS} days ahead.`),
    speed: number(0, MOST_SPEED)
      .optional()
      .describe(
        `The speed of the clock as a multiple of real time, from 0 to ${MOST_SPEED}. At 0 the clock stands still.`,
      ),
  }),
  readOnly: [],
});
