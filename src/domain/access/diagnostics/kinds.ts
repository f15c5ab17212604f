import { defineEnum } from '../../../resources/define/enum-type.ts';

export const DIAGNOSTIC_KIND = defineEnum(
  'ClientDiagnosticKind',
  'A kind of mistake that API clients make.',
  {
    AUDIENCE: 'An assertion was made for another audience.',
    CLOCK: 'The clock of the client is ahead or behind.',
    SIGNATURE: 'An assertion was signed with another secret.',
    SCOPE: 'A scope is unknown, or the token has another one.',
    ASSERTION: 'A request for a token was refused for another reason.',
    TOKEN: 'An access token had expired or was revoked.',
    UNKNOWN_ID: 'Something does not exist, or belongs to another seat.',
    IGNORED_FIELDS: 'Fields were sent that have no effect.',
    INVALID_FIELDS: 'Fields were refused.',
    INVALID_REQUEST:
      'A request was refused as a whole: its method, media type, body or GraphQL document is wrong.',
    LIMIT: 'A quota or rate limit was exceeded.',
  },
);
export type DiagnosticKind = keyof typeof DIAGNOSTIC_KIND.values;
