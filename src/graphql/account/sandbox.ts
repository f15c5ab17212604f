import type { z } from 'zod';
import type { DomainContext } from '../../domain/context.ts';
import {
  advanceSandboxClock,
  getSandboxClock,
  type SandboxClock,
  setSandboxClock,
} from '../../domain/sandbox/clock.ts';
import {
  AdvanceSandboxClock,
  NameSandboxSnapshot,
  ResetSandbox,
  SetSandboxClock,
} from '../../domain/sandbox/input.ts';
import {
  listSnapshotsOfSeat,
  removeSnapshotOfSeat,
  resetSandboxOfSeat,
  restoreSnapshotOfSeat,
  takeSnapshotOfSeat,
} from '../../domain/sandbox/seat-admin.ts';
import type { ListedSnapshot } from '../../domain/sandbox/snapshots/list.ts';
import type { InputDefinition } from '../../resources/define/input.ts';
import { builder } from '../builder.ts';
import { createInput } from '../parts/inputs.ts';
import { mutation } from '../parts/mutation.ts';
import { capitalized } from '../parts/names.ts';
import { withIds } from '../parts/values/ids.ts';

export const Clock = builder.objectRef<SandboxClock>('SandboxClock').implement({
  description: 'The clock of a sandbox, which all processes of the service share.',
  fields: (t) => ({
    now: t.expose('now', { type: 'DateTime', description: 'The time that the clock shows.' }),
    speed: t.exposeFloat('speed', {
      description: 'The speed of the clock as a multiple of real time. At 0 the clock stands still.',
    }),
    catchingUp: t.exposeBoolean('catchingUp', {
      description:
        'Whether delivery of hours that have passed, as after the clock was moved, is still being simulated. Reports of that time are not final before.',
    }),
  }),
});

builder.queryField('sandboxClock', (t) =>
  t.field({
    type: Clock,
    nullable: true,
    description: 'The clock of the sandbox. Requires the role `ADMIN`. Only in a sandbox.',
    resolve: (_root, _args, ctx) => getSandboxClock({ ctx }),
  }),
);

const Snapshot = builder.objectRef<ListedSnapshot>('SandboxSnapshot').implement({
  description: 'A snapshot of a sandbox: everything in it, with its clock, under a name.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name, by which it is restored and removed.' }),
    now: t.expose('shows', {
      type: 'DateTime',
      description: 'The time that the clock showed, and shows again after a restore.',
    }),
    takenAt: t.expose('takenAt', {
      type: 'DateTime',
      description: 'The time at which it was taken, in real time.',
    }),
    isRestorable: t.exposeBoolean('isRestorable', {
      description: 'Whether it can be restored: false if another version of Flightline took it.',
    }),
  }),
});

builder.queryField('sandboxSnapshots', (t) =>
  t.field({
    type: [Snapshot],
    nullable: true,
    description:
      'The snapshots of the sandbox, the newest first. Requires the role `ADMIN`. Only in a sandbox, and only where it has one seat.',
    resolve: (_root, _args, ctx) => listSnapshotsOfSeat(ctx),
  }),
);

/** Adds a mutation that moves the clock. Its payload is the new state of the clock. */
function clockMutation(options: {
  name: string;
  description: string;
  definition: InputDefinition<z.ZodRawShape>;
  run: (call: { ctx: DomainContext; input: unknown }) => Promise<SandboxClock>;
}): void {
  const { name, description, definition, run } = options;
  mutation<{ clock: SandboxClock }>({
    name,
    description: `${description} Requires the role \`ADMIN\`. Only in a sandbox.`,
    input: createInput(`${capitalized(name)}Input`, definition, `The input of \`${name}\`.`),
    unrecorded: true,
    payload: (t) => ({
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
    run: async ({ ctx, input }) => ({ clock: await run({ ctx, input: withIds(input, definition.fields) }) }),
  });
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

clockMutation({
  name: 'resetSandbox',
  description:
    'Removes everything in the seat and sets the clock of the sandbox to real time. The seat, users, API clients and reference data stay. A demo seat is left empty: the command `flightline demo reset` fills it again, and so does restoring a snapshot that was taken before. Only where the sandbox has one seat.',
  definition: ResetSandbox,
  run: resetSandboxOfSeat,
});

clockMutation({
  name: 'restoreSandboxSnapshot',
  description:
    'Puts the sandbox back to a snapshot, with its clock. API clients that were created since are gone. Only where the sandbox has one seat.',
  definition: NameSandboxSnapshot,
  run: restoreSnapshotOfSeat,
});

mutation<{ name: string }>({
  name: 'takeSandboxSnapshot',
  description:
    'Keeps the whole sandbox under a name, with its clock, in place of a snapshot with the same name; at most 20. Requires the role `ADMIN`. Only in a sandbox, and only where it has one seat.',
  input: createInput('TakeSandboxSnapshotInput', NameSandboxSnapshot, 'The input of `takeSandboxSnapshot`.'),
  unrecorded: true,
  payload: (t) => ({ name: t.exposeString('name', { description: 'The name of the snapshot.' }) }),
  run: ({ ctx, input }) => takeSnapshotOfSeat({ ctx, input: withIds(input, NameSandboxSnapshot.fields) }),
});

mutation<{ name: string }>({
  name: 'removeSandboxSnapshot',
  description:
    'Removes a snapshot for good. The sandbox stays as it is. Requires the role `ADMIN`. Only in a sandbox, and only where it has one seat.',
  input: createInput(
    'RemoveSandboxSnapshotInput',
    NameSandboxSnapshot,
    'The input of `removeSandboxSnapshot`.',
  ),
  unrecorded: true,
  payload: (t) => ({ name: t.exposeString('name', { description: 'The name of the snapshot.' }) }),
  run: ({ ctx, input }) => removeSnapshotOfSeat({ ctx, input: withIds(input, NameSandboxSnapshot.fields) }),
});
