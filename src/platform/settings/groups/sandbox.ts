import { integer, oneOf, onOff } from '../kinds.ts';

/** Ten years. */
const MAX_OFFSET_S = 315_360_000;

/** Settings of the demo seat, and of databases whose clock can be moved. */
export const SANDBOX = {
  FLIGHTLINE_DEMO: oneOf(['on', 'off']).optional().meta({
    unset: '`on`; `off` with `DATABASE_URL`',
    description:
      'Whether the demo seat is created in an empty database. Its ADMIN client is printed to the terminal.',
  }),
  FLIGHTLINE_SANDBOX: onOff('off').meta({
    description:
      '`on` makes a new database a [sandbox](sandbox.md), whose clock can be moved and whose lines deliver. It is then required at every start.',
  }),
  FLIGHTLINE_SANDBOX_SEED: integer(0, 2_147_483_647)
    .default(1)
    .describe('The seed of simulated delivery. The same seed gives the same delivery.'),
  FLIGHTLINE_CLOCK_OFFSET_S: integer(-MAX_OFFSET_S, MAX_OFFSET_S).default(0).meta({
    description:
      'With `FLIGHTLINE_SANDBOX=on`: the number of seconds that are added to the clock of this process, to test expiry.',
  }),
};
