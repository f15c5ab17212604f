import type { KnownSeat } from '../../domain/access/tenancy/known.ts';
import { UpdateSeat } from '../../domain/access/tenancy/seat-input.ts';
import { updateSeat } from '../../domain/access/tenancy/update-seat.ts';
import { createInput } from '../parts/inputs.ts';
import { mutation } from '../parts/mutation.ts';
import { withIds } from '../parts/values/ids.ts';
import { Seat } from './viewer.ts';

mutation<{ seat: KnownSeat }>({
  name: 'updateSeat',
  description:
    'Updates the current seat. Fields that are not in the input stay unchanged. Requires the role `ADMIN`.',
  input: createInput('UpdateSeatInput', UpdateSeat, 'The input of `updateSeat`.'),
  payload: (t) => ({
    seat: t.field({ type: Seat, description: 'The seat after the change.', resolve: ({ seat }) => seat }),
  }),
  run: async ({ ctx, input }) => ({
    seat: await updateSeat({ ctx, input: withIds(input, UpdateSeat.fields) }),
  }),
});
