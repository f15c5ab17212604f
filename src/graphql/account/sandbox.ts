import {
  advanceSandboxClock,
  getSandboxClock,
  type SandboxClock,
  setSandboxClock,
} from '../../domain/sandbox/clock.ts';
import { AdvanceSandboxClock, SetSandboxClock } from '../../domain/sandbox/input.ts';
import { builder } from '../builder.ts';
import { createInput } from '../parts/inputs.ts';

const Clock = builder.objectRef<SandboxClock>('SandboxClock').implement({
  description: 'The clock of a sandbox, which all processes of the service share.',
  fields: (t) => ({
    now: t.expose('now', { type: 'DateTime', description: 'The time that the clock shows.' }),
    speed: t.exposeFloat('speed', {
      description: 'The speed of the clock as a multiple of real time. At 0 the clock stands still.',
    }),
  }),
});

builder.queryField('sandboxClock', (t) =>
  t.field({
    type: Clock,
    description: 'The clock of the sandbox. Requires the role `ADMIN`. Only in a sandbox.',
    resolve: (_root, _args, ctx) => getSandboxClock({ ctx }),
  }),
);

const validateOnly = {
  defaultValue: false,
  description: 'If true, runs all checks and returns the would-be result, but stores nothing. Default false.',
};
const clockPayload = (name: string, mutation: string) =>
  builder.objectRef<{ clock: SandboxClock }>(name).implement({
    description: `The payload that \`${mutation}\` returns on success.`,
    fields: (t) => ({
      sandboxClock: t.field({
        type: Clock,
        description: 'The clock after the change.',
        resolve: ({ clock }) => clock,
      }),
      now: t.field({
        type: 'DateTime',
        description: 'The time that the clock shows.',
        resolve: ({ clock }) => clock.now,
      }),
      speed: t.float({
        description: 'The speed of the clock as a multiple of real time.',
        resolve: ({ clock }) => clock.speed,
      }),
    }),
  });

builder.mutationField('advanceSandboxClock', (t) =>
  t.field({
    type: clockPayload('AdvanceSandboxClockPayload', 'advanceSandboxClock'),
    description:
      'Moves the clock of the sandbox ahead, and returns when the delivery until then is simulated. Requires the role `ADMIN`. Only in a sandbox.',
    errors: {
      union: {
        name: 'AdvanceSandboxClockResult',
        description: 'The result of `advanceSandboxClock`: its payload or a typed error.',
      },
    },
    args: {
      input: t.arg({
        type: createInput(
          'AdvanceSandboxClockInput',
          AdvanceSandboxClock,
          'The input of `advanceSandboxClock`.',
        ),
        required: true,
        description: 'The input of the mutation.',
      }),
      validateOnly: t.arg.boolean(validateOnly),
    },
    resolve: async (_root, { input, validateOnly }, ctx) => ({
      clock: await advanceSandboxClock({ ctx: { ...ctx, validateOnly: validateOnly ?? false }, input }),
    }),
  }),
);

builder.mutationField('setSandboxClock', (t) =>
  t.field({
    type: clockPayload('SetSandboxClockPayload', 'setSandboxClock'),
    description:
      'Sets the clock of the sandbox to a later time, sets its speed, or both. Requires the role `ADMIN`. Only in a sandbox.',
    errors: {
      union: {
        name: 'SetSandboxClockResult',
        description: 'The result of `setSandboxClock`: its payload or a typed error.',
      },
    },
    args: {
      input: t.arg({
        type: createInput('SetSandboxClockInput', SetSandboxClock, 'The input of `setSandboxClock`.'),
        required: true,
        description: 'The input of the mutation.',
      }),
      validateOnly: t.arg.boolean(validateOnly),
    },
    resolve: async (_root, { input, validateOnly }, ctx) => ({
      clock: await setSandboxClock({ ctx: { ...ctx, validateOnly: validateOnly ?? false }, input }),
    }),
  }),
);
