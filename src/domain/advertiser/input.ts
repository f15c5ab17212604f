import { object } from '../fields.ts';
import { inputsOf } from '../resource/inputs.ts';
import { contact } from './contact.ts';
import { ADVERTISER } from './definition.ts';

/** Spec 2, "Advertiser". */
export const { create: CreateAdvertiser, update: UpdateAdvertiser } = inputsOf(ADVERTISER, {
  changes: {
    contact: object('UpdateContact', contact.partial().shape).describe(
      'The contact details to change. They are merged with the stored ones.',
    ),
  },
});
