import { z } from 'zod';
import { boolean, id, text } from '../fields.ts';
import { defineInput } from '../input.ts';

/** Fields of a pixel; the traffic interface reads it as a beacon lookup item (spec 2, "Advertiser"). */

const fields = {
  advertiserId: id('Advertiser').describe('The advertiser that owns it; never changes.'),
  name: text().describe('Display name.'),
  dotPixel: boolean().optional().describe('true for an on-page pixel, false for one of server events.'),
};

const readOnly = ['id', 'createdAt', 'updatedAt'];

export const CreatePixel = defineInput({ fields: z.object(fields), readOnly });

export const UpdatePixel = defineInput({ fields: z.object(fields).partial(), readOnly });
