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
  firstName: optionalText().optional().describe('The first name.'),
  lastName: optionalText().optional().describe('The last name.'),
  addressLine1: text().describe('The first line of the address.'),
  addressLine2: optionalText().optional().describe('The second line of the address.'),
  city: text().describe('The city.'),
  region: text().describe('The state or region.'),
  postalCode: optionalText(32).optional().describe('The postal code.'),
  country: text(64).describe('The country.'),
  telephone: optionalText(64).optional().describe('The telephone number.'),
  email: optionalText(320).optional().describe('The email address.'),
});

/** Always complete if sent: the field table marks the same fields as required on update and on create. */
const billingContact = object('BillingContact', {
  firstName: text().describe('The first name.'),
  lastName: text().describe('The last name.'),
  email: text(320).describe('The email address.'),
  addressLine1: text().describe('The first line of the address.'),
  addressLine2: optionalText().optional().describe('The second line of the address.'),
  addressLine3: optionalText().optional().describe('The third line of the address.'),
  city: text().describe('The city.'),
  region: optionalText().optional().describe('The state or region.'),
  postalCode: optionalText(32).optional().describe('The postal code.'),
  country: text(64).describe('The country.'),
  vatNumber: optionalText(64).optional().describe('The VAT identification number.'),
  legalMandateConfirmation: boolean().describe('Whether the legal mandate was confirmed.'),
});

const fields = {
  name: text().describe('The display name.'),
  status: oneOf(['ACTIVE', 'INACTIVE']).describe('The status: `ACTIVE` or `INACTIVE`.'),
  landingPageUrl: httpUrl().describe('The URL of the advertiser’s website.'),
  iabCategoryId: integer(1, 1_000_000).describe('The ID of the primary category in the content taxonomy.'),
  iabSecondaryCategoryId: integer(-1, 1_000_000)
    .optional()
    .describe(
      'The ID of the secondary category, which must be a direct child of the primary one. -1 for none.',
    ),
  timezone: timezone().describe('The IANA time zone in which report data is aggregated. Immutable.'),
  currency: currency().describe('The ISO 4217 currency code. Immutable.'),
  billingPrice: number(0, 100).describe('The profit margin in percent, from 0 to 100.'),
  contact: contact.describe('The contact details. An update merges them with the stored ones.'),
  billingContact: billingContact
    .optional()
    .describe('The billing contact. It must always be sent as a whole.'),
  isCrossdeviceOff: boolean().optional().describe('Whether to disable cross-device conversion optimization.'),
};

const readOnly = ['id', 'accountGroupId', 'createdAt', 'updatedAt'];

export const CreateAdvertiser = defineInput({ fields: z.object(fields), readOnly });

export const UpdateAdvertiser = defineInput({
  fields: z
    .object({
      ...fields,
      contact: object('Contact', contact.partial().shape).describe(
        'The contact details to change. They are merged with the stored ones.',
      ),
    })
    .partial(),
  readOnly,
});
