import { z } from 'zod';
import { id, text } from '../fields.ts';
import { defineInput } from '../input.ts';

/** Fields of a segment: events of a pixel by `ec`, `el` and `ea` (spec 1, "custom_data"). */
const fields = {
  pixelId: id('Pixel').describe('The pixel whose events it takes from; never changes.'),
  name: text().describe('Display name.'),
  ec: text().nullable().optional().describe('Event category; null for any.'),
  el: text().nullable().optional().describe('Event label; null for any.'),
  ea: text().nullable().optional().describe('Event action; null for any.'),
};

const readOnly = ['id', 'createdAt', 'updatedAt'];

export const CreateSegment = defineInput({ fields: z.object(fields), readOnly });

export const UpdateSegment = defineInput({ fields: z.object(fields).partial(), readOnly });
