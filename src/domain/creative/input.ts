import { z } from 'zod';
import { httpUrl, id, oneOf, optionalText, text } from '../fields.ts';
import { defineInput } from '../input.ts';

/** Fields of a creative: what an ad shows (RULINGS T6). */

const fields = {
  advertiserId: id('Advertiser').describe('The advertiser that owns it. Immutable.'),
  name: text().describe('The display name. Ads that show the creative inherit it.'),
  mediaType: oneOf(['DISPLAY', 'VIDEO', 'NATIVE']).describe(
    'The media type: `DISPLAY`, `VIDEO` or `NATIVE`. Immutable.',
  ),
  status: oneOf(['ACTIVE', 'INACTIVE']).optional().describe('The status: `ACTIVE` (default) or `INACTIVE`.'),
  title: optionalText().optional().describe('The headline. `{time}` stands for a countdown.'),
  description: optionalText(2000).optional().describe('The body text. `{time}` stands for a countdown.'),
  landingUrl: httpUrl().optional().describe('The URL that a click leads to.'),
};

const readOnly = ['id', 'createdAt', 'updatedAt'];

export const CreateCreative = defineInput({ fields: z.object(fields), readOnly });

export const UpdateCreative = defineInput({ fields: z.object(fields).partial(), readOnly });
