import { createClick } from '../../domain/events/click/create.ts';
import { CreateClick } from '../../domain/events/click/input.ts';
import { createInput } from '../parts/inputs.ts';
import { mutation } from '../parts/mutation.ts';
import { withIds } from '../parts/values/ids.ts';

mutation<{ vmcid: string }>({
  name: 'createClick',
  description: 'Creates a click ID for an ad, to try out the conversion postback. Stores nothing.',
  input: createInput('CreateClickInput', CreateClick, 'The input of `createClick`.'),
  validateOnlyDescription: 'Has no effect, because click IDs are never stored.',
  unrecorded: true,
  payload: (t) => ({
    vmcid: t.exposeString('vmcid', {
      description: 'The click ID. Send it as `vmcid` with the conversion that follows the click.',
    }),
  }),
  run: ({ ctx, input }) => createClick({ ctx, input: withIds(input, CreateClick.fields) }),
});
