import { z } from 'zod';
import { defineEnum, valuesOf } from '../../../../resources/define/enum-type.ts';
import { id, integer, list, name, oneOf, text } from '../../../../resources/define/fields.ts';
import { defineInput } from '../../../../resources/define/input.ts';
import { ROLE } from '../../tenancy/role.ts';
import type { SEAT_REALMS } from '../realms.ts';
import type { WireProfile } from '../wire-profile.ts';

const MAX_PIXELS = 100;
/** Of a client, in characters. */
export const MAX_CLIENT_NAME = 100;
/** A week. */
const MAX_OVERLAP_S = 604_800;
export const DEFAULT_OVERLAP_S = 86_400;

export const SEAT_REALM = defineEnum<Uppercase<(typeof SEAT_REALMS)[number]>>(
  'SeatRealm',
  'The realms that a seat can give to its API clients.',
  {
    DSP: 'GraphQL, and the traffic, native and reporting interfaces.',
    EVENTS: 'Pixel events.',
    AACA: 'Conversions.',
  },
);

const client = text(64).describe('The client ID.');

export const CreateApiClient = defineInput({
  fields: z.object({
    role: oneOf(ROLE).describe('The role of the client’s user.'),
    name: name(MAX_CLIENT_NAME)
      .nullable()
      .optional()
      .describe('The name, such as what the client is for. The change history shows it. Default none.'),
    realms: list(oneOf(SEAT_REALM), valuesOf(SEAT_REALM).length)
      .min(1, 'must not be empty')
      .optional()
      .describe('The realms that the client gets tokens for. Default all.'),
    pixelIds: list(id('Pixel'), MAX_PIXELS)
      .optional()
      .describe('The pixels that the client can send events for.'),
  }),
  readOnly: [],
});

export const RotateApiClient = defineInput({
  fields: z.object({
    clientId: client,
    overlapSeconds: integer(0, MAX_OVERLAP_S)
      .optional()
      .describe('How long the old secret remains valid, in seconds, at most a week. Default 86400, a day.'),
  }),
  readOnly: [],
});

export const RevokeApiClient = defineInput({ fields: z.object({ clientId: client }), readOnly: [] });

export const WIRE_PROFILE = defineEnum<Uppercase<WireProfile>>(
  'WireProfile',
  'The dialects of the REST interfaces that an API client can use.',
  {
    DOCUMENTED: 'The interfaces as they are documented.',
    OBSERVED: 'The interfaces as public clients of such platforms use them.',
  },
);

export const UpdateApiClient = defineInput({
  fields: z.object({
    clientId: client,
    name: name(MAX_CLIENT_NAME)
      .nullable()
      .optional()
      .describe('The name, such as what the client is for. Null removes it.'),
    wireProfile: oneOf(WIRE_PROFILE).optional().describe('The wire profile. It applies to the next request.'),
  }),
  readOnly: [],
});
