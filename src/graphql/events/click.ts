import { createClick } from '../../domain/click/create.ts';
import { CreateClick } from '../../domain/click/input.ts';
import { builder } from '../builder.ts';
import { withIds } from '../parts/ids.ts';
import { createInput } from '../parts/inputs.ts';

const Payload = builder.objectRef<{ vmcid: string }>('CreateClickPayload').implement({
  description: 'The payload that `createClick` returns on success.',
  fields: (t) => ({
    vmcid: t.exposeString('vmcid', {
      description: 'The click ID. Send it as `vmcid` with the conversion that follows the click.',
    }),
  }),
});

builder.mutationField('createClick', (t) =>
  t.field({
    type: Payload,
    description: 'Creates a click ID for an ad, to try out the conversion postback. Stores nothing.',
    errors: {
      union: {
        name: 'CreateClickResult',
        description: 'The result of `createClick`: its payload or a typed error.',
      },
    },
    args: {
      input: t.arg({
        type: createInput('CreateClickInput', CreateClick, 'The input of `createClick`.'),
        required: true,
        description: 'The input of the mutation.',
      }),
      validateOnly: t.arg.boolean({
        defaultValue: false,
        description: 'Has no effect, because click IDs are never stored.',
      }),
    },
    resolve: (_root, { input }, ctx) => createClick({ ctx, input: withIds(input, CreateClick.fields) }),
  }),
);
