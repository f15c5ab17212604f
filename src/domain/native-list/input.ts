import { z } from 'zod';
import { id, list, moment, object, oneOf, text } from '../fields.ts';
import { defineInput } from '../input.ts';

/** Fields of a native list (spec 2, "Native list"), as created and as updated. */

const MAX_ITEMS = 500;

const item = object('NativeListItem', {
  itemName: text().describe('Domain of a website, or bundle id of an app.'),
});

const fields = {
  accountId: id('Advertiser').describe('Advertiser that owns it; never changes.'),
  name: text().describe('Display name.'),
  status: oneOf(['ACTIVE', 'INACTIVE', 'ARCHIVED']).describe(
    'ACTIVE, INACTIVE or ARCHIVED; only an active list can be newly blocked by a line.',
  ),
  items: list(item, MAX_ITEMS).describe('Sites and apps, at most 500; an update replaces them whole.'),
};

const readOnly = ['id', 'createdAt', 'nativeListTypeId'];

export const CreateNativeList = defineInput({
  fields: z.object(fields),
  readOnly: [...readOnly, 'updatedAt'],
});

export const UpdateNativeList = defineInput({
  fields: z.object({ ...fields, updatedAt: moment().describe('Precondition.') }).partial(),
  readOnly,
});
