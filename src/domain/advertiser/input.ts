import { z } from 'zod';
import {
  boolean,
  currency,
  httpUrl,
  integer,
  number,
  object,
  oneOf,
  optionalText,
  text,
  timezone,
} from '../fields.ts';
import { defineInput } from '../input.ts';

/** Fields of an advertiser (spec 2, "Advertiser"), as created and as updated. */

const contact = object('Contact', {
  firstName: optionalText().optional().describe('Given name.'),
  lastName: optionalText().optional().describe('Family name.'),
  addressLine1: text().describe('First line of the address.'),
  addressLine2: optionalText().optional().describe('Second line of the address.'),
  city: text().describe('City.'),
  region: text().describe('State or region.'),
  postalCode: optionalText(32).optional().describe('Postal code.'),
  country: text(64).describe('Country.'),
  telephone: optionalText(64).optional().describe('Telephone number.'),
  email: optionalText(320).optional().describe('E-mail address.'),
});

/** Whole wherever it is sent: the field table marks the same fields on update as on create. */
const billingContact = object('BillingContact', {
  firstName: text().describe('Given name.'),
  lastName: text().describe('Family name.'),
  email: text(320).describe('E-mail address.'),
  addressLine1: text().describe('First line of the address.'),
  addressLine2: optionalText().optional().describe('Second line of the address.'),
  addressLine3: optionalText().optional().describe('Third line of the address.'),
  city: text().describe('City.'),
  region: optionalText().optional().describe('State or region.'),
  postalCode: optionalText(32).optional().describe('Postal code.'),
  country: text(64).describe('Country.'),
  vatNumber: optionalText(64).optional().describe('VAT identification number.'),
  legalMandateConfirmation: boolean().describe('Whether the legal mandate was confirmed.'),
});

const fields = {
  name: text().describe('Display name.'),
  status: oneOf(['ACTIVE', 'INACTIVE']).describe('ACTIVE or INACTIVE.'),
  landingPageUrl: httpUrl().describe('Website.'),
  iabCategoryId: integer(1, 1_000_000).describe('Primary category of the content taxonomy.'),
  iabSecondaryCategoryId: integer(-1, 1_000_000)
    .optional()
    .describe('Category directly below the primary one; -1 for none.'),
  timezone: timezone().describe('Zone of its reports; never changes.'),
  currency: currency().describe('Currency; never changes.'),
  billingPrice: number(0, 100).describe('Profit margin in percent, 0 to 100.'),
  contact: contact.describe('How to reach it; an update merges.'),
  billingContact: billingContact.optional().describe('Whom to bill; whole wherever it is sent.'),
  isCrossdeviceOff: boolean().optional().describe('true disables cross-device conversion optimisation.'),
};

const readOnly = ['id', 'accountGroupId', 'createdAt', 'updatedAt'];

export const CreateAdvertiser = defineInput({ fields: z.object(fields), readOnly });

export const UpdateAdvertiser = defineInput({
  fields: z
    .object({
      ...fields,
      contact: object('Contact', contact.partial().shape).describe('Merged with the stored one.'),
    })
    .partial(),
  readOnly,
});
