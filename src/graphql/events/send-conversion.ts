import { SendConversion, sendConversion } from '../../domain/events/conversion/send.ts';
import { createInput } from '../parts/inputs.ts';
import { mutation } from '../parts/mutation.ts';

mutation<{ receiptId: string | null }>({
  name: 'sendConversion',
  description:
    'Sends one conversion, to try a click ID. Requires that the API client has the realm `AACA`. Systems send conversions to the conversion postback interface.',
  input: createInput('SendConversionInput', SendConversion, 'The input of `sendConversion`.'),
  unrecorded: true,
  payload: (t) => ({
    receiptId: t.exposeID('receiptId', {
      nullable: true,
      description: 'The ID of the receipt. Null with `validateOnly`.',
    }),
  }),
  run: ({ ctx, input }) => sendConversion({ ctx, input }),
});
