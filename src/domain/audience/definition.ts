import {
  defineResource,
  identity,
  integer,
  listed,
  MOMENTS,
  reference,
  text,
} from '../resource/definition.ts';

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
    kind: listed('kind', 'The kind of IDs: `email_address`, `device_id` or `customsegments`.'),
    name: text('name', 'The display name.'),
    size: integer('size', 'The number of IDs in the audience.'),
    ...MOMENTS,
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
