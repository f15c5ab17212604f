import { inputsOf } from '../../../resources/define/inputs.ts';
import { billingContact, contactChange } from './contact.ts';
import { ADVERTISER } from './definition.ts';

export const { create: CreateAdvertiser, update: UpdateAdvertiser } = inputsOf(ADVERTISER, {
  changes: {
    contact: contactChange.describe('The contact details to change. They are merged with the stored ones.'),
    billingContact: billingContact
      .nullable()
      .optional()
      .describe('The billing contact. It must always be sent as a whole; null removes it.'),
  },
});
