import { z } from 'zod';
import { text } from '../fields.ts';
import { defineInput } from '../input.ts';

const MAX_URI_LENGTH = 2048;

/** What an authorization code is bound to (RULINGS A5). */
export const CreateAuthorizationCode = defineInput({
  fields: z.object({
    redirectUri: text(MAX_URI_LENGTH)
      .refine(isRedirectUri, 'must be an absolute URI without a fragment')
      .describe('Where the code is handed over; the exchange has to name the same.'),
    clientId: text(64).optional().describe('The client that may exchange it; the caller’s own by default.'),
  }),
  readOnly: [],
});

export function isRedirectUri(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text) && !text.includes('#') && URL.canParse(text);
}
