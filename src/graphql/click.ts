import { createClick } from '../domain/click/create.ts';
import { CreateClick } from '../domain/click/input.ts';
import { builder } from './builder.ts';
import { withIds } from './ids.ts';
import { createInput } from './inputs.ts';

const Payload = builder.objectRef<{ vmcid: string }>('CreateClickPayload').implement({
  description: 'What `createClick` answers when it succeeds.',
  fields: (t) => ({
    vmcid: t.exposeString('vmcid', {
      description: 'The click id, to be sent with the conversion that follows the click.',
    }),
  }),
});

builder.mutationField('createClick', (t) =>
  t.field({
    type: Payload,
    description: 'Mints the id of a click on an ad, for trying the conversion postback. Nothing is stored.',
    errors: {
      union: {
        name: 'CreateClickResult',
        description: 'The payload of `createClick`, or why it was refused.',
      },
    },
    args: {
      input: t.arg({
        type: createInput('CreateClickInput', CreateClick, 'What `createClick` takes.'),
        required: true,
        description: 'Its fields.',
      }),
      validateOnly: t.arg.boolean({
        defaultValue: false,
        description: 'Makes no difference: a click id is never stored.',
      }),
    },
    resolve: (_root, { input }, ctx) => createClick({ ctx, input: withIds(input, CreateClick.fields) }),
  }),
);
