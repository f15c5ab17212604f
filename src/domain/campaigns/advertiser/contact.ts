import type { z } from 'zod';
import {
  boolean,
  email,
  name,
  object,
  optionalEmail,
  optionalName,
  optionalText,
  text,
} from '../../../resources/define/fields.ts';

export const contact = object('Contact', {
  firstName: optionalName().optional().describe('The first name.'),
  lastName: optionalName().optional().describe('The last name.'),
  addressLine1: text().describe('The first line of the address.'),
  addressLine2: optionalText().optional().describe('The second line of the address.'),
  city: text().describe('The city.'),
  region: text().describe('The state or region.'),
  postalCode: optionalText(32).optional().describe('The postal code.'),
  country: text(64).describe('The country.'),
  telephone: optionalText(64).optional().describe('The telephone number.'),
  email: optionalEmail().optional().describe('The email address.'),
});

const clearable = <Field extends z.ZodType>(field: Field) =>
  field
    .nullable()
    .optional()
    .describe(field.description ?? '');

/** The fields to change. Null clears the optional ones. */
export const contactChange = object('UpdateContact', {
  ...contact.partial().shape,
  firstName: clearable(contact.shape.firstName),
  lastName: clearable(contact.shape.lastName),
  addressLine2: clearable(contact.shape.addressLine2),
  postalCode: clearable(contact.shape.postalCode),
  telephone: clearable(contact.shape.telephone),
  email: clearable(contact.shape.email),
});

/** Must be complete if sent: the field table marks the same fields as required on update and on create. */
export const billingContact = object('BillingContact', {
  firstName: name().describe('The first name.'),
  lastName: name().describe('The last name.'),
  email: email().describe('The email address.'),
  addressLine1: text().describe('The first line of the address.'),
  addressLine2: optionalText().optional().describe('The second line of the address.'),
  addressLine3: optionalText().optional().describe('The third line of the address.'),
  city: text().describe('The city.'),
  region: optionalText().optional().describe('The state or region.'),
  postalCode: optionalText(32).optional().describe('The postal code.'),
  country: text(64).describe('The country.'),
  vatNumber: optionalText(64).optional().describe('The VAT identification number.'),
  legalMandateConfirmation: boolean().describe('Whether the legal mandate was confirmed.'),
}).meta({ of: 'BillingContact', isWhole: true });
