import { z } from 'zod';
import { id } from '../fields.ts';
import { defineInput } from '../input.ts';

export const CreateClick = defineInput({
  fields: z.object({ adId: id('Ad').describe('The ad that was clicked.') }),
  readOnly: [],
});
