import { z } from 'zod';
import { text } from '../../../resources/define/fields.ts';
import { defineInput } from '../../../resources/define/input.ts';

const MAX_URI_LENGTH = 2048;

/** The redirect URI and client that an authorization code is bound to. */
export const CreateAuthorizationCode = defineInput({
  fields: z.object({
    redirectUri: text(MAX_URI_LENGTH)
      .refine(isRedirectUri, 'must be an absolute URI without a fragment')
      .describe('The URI to which the code is sent. The token request must use the same URI.'),
    clientId: text(64)
      .optional()
      .describe('The client that can exchange the code. Defaults to the caller’s own client.'),
  }),
  readOnly: [],
});

export function isRedirectUri(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text) && !text.includes('#') && URL.canParse(text);
}
