import { z } from 'zod';
import { id, name, text } from '../../../resources/define/fields.ts';
import { defineInput } from '../../../resources/define/input.ts';

/** A segment selects events of a pixel by `ec`, `el` and `ea`. */
const fields = {
  pixelId: id('Pixel').describe('The pixel whose events the segment selects. Immutable.'),
  name: name().describe('The display name.'),
  ec: text().nullable().optional().describe('The event category to match. Null matches any.'),
  el: text().nullable().optional().describe('The event label to match. Null matches any.'),
  ea: text().nullable().optional().describe('The event action to match. Null matches any.'),
};

const readOnly = ['id', 'createdAt', 'updatedAt'];

export const CreateSegment = defineInput({ fields: z.object(fields), readOnly });

export const UpdateSegment = defineInput({ fields: z.object(fields).partial(), readOnly, isUpdate: true });
