import type { Certificate } from '../../domain/sandbox/certify/certify.ts';
import { AddSandboxFault, RemoveSandboxFault } from '../../domain/sandbox/input.ts';
import {
  addSeatFault,
  certifySeatClient,
  listSeatFaults,
  MAX_FAULTS,
  removeSeatFault,
} from '../../domain/sandbox/seat-admin.ts';
import type { RegisteredFault } from '../../domain/sandbox/state.ts';
import { builder } from '../builder.ts';
import { createInput } from '../parts/inputs.ts';
import { mutation } from '../parts/mutation.ts';
import { withIds } from '../parts/values/ids.ts';

const Fault = builder.objectRef<RegisteredFault>('SandboxFault').implement({
  description: 'A fault that makes calls of an API client fail on purpose.',
  fields: (t) => ({
    faultId: t.exposeInt('id', { description: 'The ID of the fault.' }),
    clientId: t.exposeString('clientId', {
      nullable: true,
      description: 'The ID of the client whose calls it affects.',
    }),
    path: t.exposeString('path', {
      nullable: true,
      description: 'The beginning of the paths that it affects. Null for all.',
    }),
    fault: t.exposeString('fault', { description: 'The fault, such as `status=503;times=2`.' }),
  }),
});

builder.queryField('sandboxFaults', (t) =>
  t.field({
    type: [Fault],
    nullable: true,
    description: `Returns the faults of the API clients that the seat manages, and of the caller’s own; at most ${MAX_FAULTS}. Requires the role \`ADMIN\`. Only in a sandbox.`,
    extensions: { maxItems: MAX_FAULTS },
    resolve: (_root, _args, ctx) => listSeatFaults(ctx),
  }),
);

mutation<{ faultId: number | null }>({
  name: 'addSandboxFault',
  description:
    'Makes calls of an API client that the seat manages fail on purpose, until the fault is removed. Requires the role `ADMIN`. Only in a sandbox.',
  input: createInput('AddSandboxFaultInput', AddSandboxFault, 'The input of `addSandboxFault`.'),
  unrecorded: true,
  payload: (t) => ({
    faultId: t.exposeInt('faultId', {
      nullable: true,
      description: 'The ID of the fault. Null with `validateOnly`.',
    }),
  }),
  run: ({ ctx, input }) => addSeatFault({ ctx, input: withIds(input, AddSandboxFault.fields) }),
});

mutation<{ faultId: number }>({
  name: 'removeSandboxFault',
  description: 'Removes a fault of `sandboxFaults`. Requires the role `ADMIN`. Only in a sandbox.',
  input: createInput('RemoveSandboxFaultInput', RemoveSandboxFault, 'The input of `removeSandboxFault`.'),
  unrecorded: true,
  payload: (t) => ({
    faultId: t.exposeInt('faultId', { description: 'The ID of the removed fault.' }),
  }),
  run: ({ ctx, input }) => removeSeatFault({ ctx, input: withIds(input, RemoveSandboxFault.fields) }),
});

const Check = builder.objectRef<Certificate['checks'][number]>('SandboxCheck').implement({
  description: 'One check of how an API client behaved.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the check.' }),
    passed: t.exposeBoolean('passed', { description: 'Whether the client passed it.' }),
    detail: t.exposeString('detail', { description: 'The evidence, in words.' }),
  }),
});

const CertificateType = builder.objectRef<Certificate>('SandboxCertificate').implement({
  description: 'The behavior of an API client in the sandbox: tokens, retries, polling, lost answers.',
  fields: (t) => ({
    clientId: t.exposeString('clientId', { description: 'The ID of the client.' }),
    passed: t.exposeBoolean('passed', { description: 'Whether all checks passed.' }),
    checks: t.field({
      type: [Check],
      description: 'The checks.',
      resolve: ({ checks }) => [...checks],
    }),
  }),
});

builder.queryField('sandboxCertificate', (t) =>
  t.field({
    type: CertificateType,
    nullable: true,
    description:
      'Returns how an API client behaved in the sandbox so far. Null for a client that the seat does not manage. Requires the role `ADMIN`. Only in a sandbox.',
    args: { clientId: t.arg.string({ required: true, description: 'The client ID.' }) },
    resolve: (_root, { clientId }, ctx) => certifySeatClient(ctx, clientId),
  }),
);
