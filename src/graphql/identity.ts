import { createAuthorizationCode } from '../domain/identity/create-authorization-code.ts';
import { CreateAuthorizationCode } from '../domain/identity/input.ts';
import { builder } from './builder.ts';
import { createInput } from './inputs.ts';

const Payload = builder.objectRef<{ code: string }>('CreateAuthorizationCodePayload').implement({
  description: 'What `createAuthorizationCode` answers when it succeeds.',
  fields: (t) => ({
    code: t.exposeString('code', {
      description: 'To be exchanged at the token endpoint, once and within 60 seconds.',
    }),
  }),
});

builder.mutationField('createAuthorizationCode', (t) =>
  t.field({
    type: Payload,
    description: 'Mints a code for the authorization_code grant of a client of the seat; for admins.',
    errors: {
      union: {
        name: 'CreateAuthorizationCodeResult',
        description: 'The payload of `createAuthorizationCode`, or why it was refused.',
      },
    },
    args: {
      input: t.arg({
        type: createInput(
          'CreateAuthorizationCodeInput',
          CreateAuthorizationCode,
          'What `createAuthorizationCode` takes.',
        ),
        required: true,
        description: 'Its fields.',
      }),
      validateOnly: t.arg.boolean({
        defaultValue: false,
        description: 'Run every check and answer the would-be result, but store nothing.',
      }),
    },
    resolve: (_root, { input, validateOnly }, ctx) =>
      createAuthorizationCode({ ctx: { ...ctx, validateOnly: validateOnly ?? false }, input }),
  }),
);
