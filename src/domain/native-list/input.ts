import { z } from 'zod';
import { id, list, moment, object, oneOf, text } from '../fields.ts';
import { defineInput } from '../input.ts';

/** Fields of a native list (spec 2, "Native list"), as created and as updated. */

export const MAX_LIST_ITEMS = 500;

const item = object('NativeListItem', {
  itemName: text().describe('The domain of a website or the bundle ID of an app.'),
});

const fields = {
  accountId: id('Advertiser').describe('The advertiser that owns the list. Immutable.'),
  name: text().describe('The display name.'),
  status: oneOf(['ACTIVE', 'INACTIVE', 'ARCHIVED']).describe(
    'The status: `ACTIVE`, `INACTIVE` or `ARCHIVED`. Only an active list can be newly blocked by a line.',
  ),
  items: list(item, MAX_LIST_ITEMS).describe(
    'The sites and apps in the list, at most 500. An update replaces all of them.',
  ),
};

const readOnly = ['id', 'createdAt', 'nativeListTypeId'];

export const CreateNativeList = defineInput({
  fields: z.object(fields),
  readOnly: [...readOnly, 'updatedAt'],
});

export const UpdateNativeList = defineInput({
  fields: z
    .object({
      ...fields,
      updatedAt: moment().describe('If set, the update is refused unless this is the stored `updatedAt`.'),
    })
    .partial(),
  readOnly,
});
