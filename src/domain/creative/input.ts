import { z } from 'zod';
import { httpUrl, id, oneOf, optionalText, text } from '../fields.ts';
import { defineInput } from '../input.ts';

/** Fields of a creative: what an ad shows (RULINGS T6). */

const fields = {
  advertiserId: id('Advertiser').describe('The advertiser that owns it; never changes.'),
  name: text().describe('Display name; its ads are called so.'),
  mediaType: oneOf(['DISPLAY', 'VIDEO', 'NATIVE']).describe('DISPLAY, VIDEO or NATIVE; never changes.'),
  status: oneOf(['ACTIVE', 'INACTIVE']).optional().describe('ACTIVE (unless sent) or INACTIVE.'),
  title: optionalText().optional().describe('Headline; `{time}` in it stands for a countdown.'),
  description: optionalText(2000).optional().describe('Body text; `{time}` in it stands for a countdown.'),
  landingUrl: httpUrl().optional().describe('Where a click leads.'),
};

const readOnly = ['id', 'createdAt', 'updatedAt'];

export const CreateCreative = defineInput({ fields: z.object(fields), readOnly });

export const UpdateCreative = defineInput({ fields: z.object(fields).partial(), readOnly });
