import type { z } from 'zod';
import type { DomainContext } from '../../domain/context.ts';
import type { InputDefinition } from '../../domain/input.ts';
import {
  advanceSandboxClock,
  getSandboxClock,
  type SandboxClock,
  setSandboxClock,
} from '../../domain/sandbox/clock.ts';
import { AdvanceSandboxClock, SetSandboxClock } from '../../domain/sandbox/input.ts';
import { builder } from '../builder.ts';
import { VALIDATE_ONLY } from '../parts/arguments.ts';
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

/** A mutation that moves the clock; its payload is the clock after it. */
function clockMutation(options: {
  name: string;
  description: string;
  definition: InputDefinition<z.ZodRawShape>;
  run: (call: { ctx: DomainContext; input: unknown }) => Promise<SandboxClock>;
}): void {
  const { name, description, definition, run } = options;
  const Name = name.charAt(0).toUpperCase() + name.slice(1);
  const payload = builder.objectRef<{ clock: SandboxClock }>(`${Name}Payload`).implement({
    description: `The payload that \`${name}\` returns on success.`,
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
  builder.mutationField(name, (t) =>
    t.field({
      type: payload,
      description: `${description} Requires the role \`ADMIN\`. Only in a sandbox.`,
      errors: {
        union: {
          name: `${Name}Result`,
          description: `The result of \`${name}\`: its payload or a typed error.`,
        },
      },
      args: {
        input: t.arg({
          type: createInput(`${Name}Input`, definition, `The input of \`${name}\`.`),
          required: true,
          description: 'The input of the mutation.',
        }),
        validateOnly: t.arg.boolean(VALIDATE_ONLY),
      },
      resolve: async (_root, { input, validateOnly }, ctx) => ({
        clock: await run({ ctx: { ...ctx, validateOnly: validateOnly ?? false }, input }),
      }),
    }),
  );
}

clockMutation({
  name: 'advanceSandboxClock',
  description: 'Moves the clock of the sandbox ahead, and returns when the delivery until then is simulated.',
  definition: AdvanceSandboxClock,
  run: advanceSandboxClock,
});

clockMutation({
  name: 'setSandboxClock',
  description: 'Sets the clock of the sandbox to a later time, sets its speed, or both.',
  definition: SetSandboxClock,
  run: setSandboxClock,
});
