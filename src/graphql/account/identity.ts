import { createAuthorizationCode } from '../../domain/access/identity/create-authorization-code.ts';
import { CreateAuthorizationCode } from '../../domain/access/identity/input.ts';
import { createInput } from '../parts/inputs.ts';
import { mutation } from '../parts/mutation.ts';

mutation<{ code: string }>({
  name: 'createAuthorizationCode',
  description:
    'Creates an authorization code for an API client that the seat manages. Requires the role `ADMIN`.',
  input: createInput(
    'CreateAuthorizationCodeInput',
    CreateAuthorizationCode,
    'The input of `createAuthorizationCode`.',
  ),
  unrecorded: true,
  payload: (t) => ({
    code: t.exposeString('code', {
      description: 'The authorization code. Exchange it once at the token endpoint, within 60 seconds.',
    }),
  }),
  run: createAuthorizationCode,
});
