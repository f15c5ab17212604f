import {
  defineResource,
  enumField,
  identity,
  integer,
  reference,
  TIMESTAMPS,
  text,
} from '../../../resources/define/definition.ts';
import { defineEnum } from '../../../resources/define/enum-type.ts';

/** The values that audience requests use. */
const AUDIENCE_KIND = defineEnum('AudienceKind', 'The kinds of IDs that an audience can hold.', {
  email_address: 'Hashed email addresses.',
  device_id: 'Hashed IDs of devices.',
  customsegments: 'IDs of custom segments.',
});

export const AUDIENCE = defineResource('Audience', {
  one: 'audience',
  many: 'audiences',
  description:
    'An audience: a list of hashed IDs of people, which a partner’s server keeps for an advertiser. The IDs cannot be read back.',
  visible: 'of the seat',
  search: 'name',
  fields: {
    id: identity('Audience'),
    audienceId: integer('number', 'The ID under which the partner’s server keeps the audience.'),
    advertiserId: reference(
      'Advertiser',
      'advertiserId',
      'The global ID of the advertiser that owns the audience.',
    ),
    kind: enumField(
      AUDIENCE_KIND,
      'kind',
      'The kind of IDs: `email_address`, `device_id` or `customsegments`.',
    ),
    name: text('name', 'The display name.'),
    size: integer('size', 'The number of IDs in the audience.'),
    ...TIMESTAMPS,
  },
  relations: {
    advertiser: {
      to: 'one',
      resource: 'Advertiser',
      column: 'advertiserId',
      description: 'The advertiser that owns the audience.',
    },
  },
  internal: ['seatId'],
});
