import { z } from 'zod';
import { boolean, instant, integer, MAX_ID, number, text } from '../../resources/define/fields.ts';
import { defineInput } from '../../resources/define/input.ts';

/** The maximum number of days of one move, because delivery is simulated for every hour. */
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

export const AddSandboxFault = defineInput({
  fields: z.object({
    clientId: text(64).describe(
      'The client ID of an API client that the seat manages, or of the caller’s own.',
    ),
    path: text(1000)
      .optional()
      .describe('Only calls to paths that begin so, such as `/traffic`. Default all.'),
    fault: text(100).describe(
      'The fault: `status=503`, `slow=2000` (milliseconds), `timeout`, `reset`, `truncate`, `duplicate` or `lose-answer`; with `;times=2`, for the first two calls only.',
    ),
  }),
  readOnly: [],
});

export const RemoveSandboxFault = defineInput({
  fields: z.object({ faultId: integer(1, MAX_ID).describe('The ID of the fault.') }),
  readOnly: [],
});

export const ResetSandbox = defineInput({
  fields: z.object({
    confirm: boolean().describe('True, to confirm that everything in the seat is removed.'),
  }),
  readOnly: [],
});

export const NameSandboxSnapshot = defineInput({
  fields: z.object({
    name: text(40).describe('The name of the snapshot: 1 to 40 lower-case letters, digits, `_` and `-`.'),
  }),
  readOnly: [],
});
