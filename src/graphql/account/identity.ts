import { createAuthorizationCode } from '../../domain/identity/create-authorization-code.ts';
import { CreateAuthorizationCode } from '../../domain/identity/input.ts';
import { builder } from '../builder.ts';
import { VALIDATE_ONLY } from '../parts/arguments.ts';
import { createInput } from '../parts/inputs.ts';

const Payload = builder.objectRef<{ code: string }>('CreateAuthorizationCodePayload').implement({
  description: 'The payload that `createAuthorizationCode` returns on success.',
  fields: (t) => ({
    code: t.exposeString('code', {
      description: 'The authorization code. Exchange it once at the token endpoint, within 60 seconds.',
    }),
  }),
});

builder.mutationField('createAuthorizationCode', (t) =>
  t.field({
    type: Payload,
    description: 'Creates an authorization code for an API client of the seat. Requires the role `ADMIN`.',
    errors: {
      union: {
        name: 'CreateAuthorizationCodeResult',
        description: 'The result of `createAuthorizationCode`: its payload or a typed error.',
      },
    },
    args: {
      input: t.arg({
        type: createInput(
          'CreateAuthorizationCodeInput',
          CreateAuthorizationCode,
          'The input of `createAuthorizationCode`.',
        ),
        required: true,
        description: 'The input of the mutation.',
      }),
      validateOnly: t.arg.boolean(VALIDATE_ONLY),
    },
    resolve: (_root, { input, validateOnly }, ctx) =>
      createAuthorizationCode({ ctx: { ...ctx, validateOnly: validateOnly ?? false }, input }),
  }),
);
