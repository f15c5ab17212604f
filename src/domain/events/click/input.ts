import { z } from 'zod';
import { id } from '../../../resources/define/fields.ts';
import { defineInput } from '../../../resources/define/input.ts';

export const CreateClick = defineInput({
  fields: z.object({ adId: id('Ad').describe('The ad that was clicked.') }),
  readOnly: [],
});
