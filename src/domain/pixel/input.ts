import { z } from 'zod';
import { boolean, id, text } from '../fields.ts';
import { defineInput } from '../input.ts';

/** Fields of a pixel; the traffic interface reads it as a beacon lookup item (spec 2, "Advertiser"). */

const fields = {
  advertiserId: id('Advertiser').describe('The advertiser that owns it. Immutable.'),
  name: text().describe('The display name.'),
  dotPixel: boolean()
    .optional()
    .describe('Whether the pixel is placed on web pages (true) or receives server events (false).'),
};

const readOnly = ['id', 'createdAt', 'updatedAt'];

export const CreatePixel = defineInput({ fields: z.object(fields), readOnly });

export const UpdatePixel = defineInput({ fields: z.object(fields).partial(), readOnly });
