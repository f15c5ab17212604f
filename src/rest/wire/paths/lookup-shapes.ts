import { IDS, UPDATED_AT } from '../../openapi/examples.ts';
import { arrayOf, integer, JSON_VALUE, objectOf, orNull, type Schema, text } from '../../openapi/schemas.ts';
import { type NamedShape, shape as shapeOf } from './shapes.ts';

/** What clients only read: seats, account groups, the change history and the lists of the dictionary; and audiences. */

const shape = (
  name: string,
  description: string,
  example: object,
  fields: Record<string, Schema>,
): NamedShape => shapeOf(name, example, objectOf(fields, { description }));

const POSITION = integer('The position in the list.');
const NAME = text('The name.');

const seat = { id: integer('The ID of the seat.'), name: NAME };
export const SEATS = shape(
  'Seats',
  'The seats of the user.',
  {
    currentSeat: [
      { id: 3, name: 'Bakeries', currency: 'USD', timezone: 'UTC', legalComplianceCountry: null },
    ],
    seatLookups: [{ id: 3, name: 'Bakeries' }],
  },
  {
    currentSeat: arrayOf(
      objectOf({
        ...seat,
        currency: text('The ISO 4217 currency in which figures of the seat are shown.'),
        timezone: text('The time zone in which figures of the seat are shown.'),
        legalComplianceCountry: orNull(
          text('The country with whose legal compliance the seat is subject to.'),
        ),
      }),
      'The seat of the request.',
    ),
    seatLookups: arrayOf(objectOf(seat), 'All seats of the user.'),
  },
);

export const ACCOUNT_GROUP = shape(
  'AccountGroup',
  'A group of advertisers.',
  { id: IDS.accountGroup, name: 'Default', seatId: 3 },
  { id: integer('The ID of the account group.'), name: NAME, seatId: integer('The ID of the seat.') },
);

export const AUDIENCE = shape(
  'Audience',
  'An audience of hashed IDs.',
  {
    id: 42,
    kind: 'email_address',
    accountId: IDS.advertiser,
    name: 'Regular customers',
    size: 1250,
    updatedAt: UPDATED_AT,
  },
  {
    id: integer('The ID of the audience, unique for its kind.'),
    kind: text('The kind: `email_address`, `device_id` or `customsegments`.'),
    accountId: integer('The ID of the advertiser.'),
    name: orNull(text('The display name.')),
    size: integer('The number of hashes.'),
    updatedAt: text('The time of the last change.', { format: 'date-time' }),
  },
);

export const DICTIONARY_LIST = shape(
  'DictionaryList',
  'A list of the dictionary.',
  { name: 'currencyTypes', value: 'currencyTypes' },
  { name: NAME, value: text('The rest of the path.') },
);
export const CURRENCY_TYPE = shape(
  'CurrencyType',
  'A currency.',
  { id: 1, code: 'AED', name: 'United Arab Emirates Dirham' },
  { id: POSITION, code: text('The ISO 4217 code.'), name: NAME },
);
export const LANGUAGE = shape(
  'Language',
  'A language.',
  { id: 1, value: 'AFAR', code: 'aa' },
  { id: POSITION, value: text('The value of `language` of a line.'), code: text('The ISO 639-1 code.') },
);
export const TIMEZONE = shape(
  'Timezone',
  'A time zone of reports.',
  { id: 1, name: 'Pacific Time (Los Angeles)', tzId: 'America/Los_Angeles' },
  { id: POSITION, name: NAME, tzId: text('The IANA time zone.') },
);
export const TARGETING_TYPE = shape(
  'TargetingType',
  'A target type of lines.',
  { id: 1, value: 'GEOGRAPHY' },
  { id: POSITION, value: text('The name of the target type.') },
);
export const COUNTDOWN_PREFIX = shape(
  'CountdownPrefix',
  'A countdown prefix.',
  { id: 1, countdownPrefix: 'Ends in' },
  { id: integer('The `countdownPrefixId` of an ad.'), countdownPrefix: text('The text.') },
);
export const CALL_TO_ACTION_LANGUAGE = shape(
  'CallToActionLanguage',
  'A language of call-to-action texts.',
  { name: 'English', value: 'en' },
  { name: NAME, value: text('The ISO 639-1 code.') },
);
export const CALL_TO_ACTION_LABEL = shape(
  'CallToActionLabel',
  'A call-to-action text.',
  { callToActionText: 'Order Now', language: 'en' },
  { callToActionText: text('The text.'), language: text('The ISO 639-1 code of its language.') },
);
export const EXCHANGE = shape(
  'Exchange',
  'An exchange.',
  { id: 1, name: 'Sample Exchange' },
  { id: integer('The ID of the exchange.'), name: orNull(NAME) },
);
export const PLACE = shape(
  'Place',
  'A location.',
  { id: '23424739', woeid: '23424739', name: 'Afghanistan', level: 'Country' },
  {
    id: text('The WOEID.'),
    woeid: text('The WOEID.'),
    name: NAME,
    level: text('The level, such as `Country` or `City`.'),
  },
);
export const SEGMENT = shape(
  'Segment',
  'A segment that an advertiser can use.',
  {
    id: 3000,
    name: 'Sample Audience House',
    status: 'ACTIVE',
    segmentType: 'INTEREST',
    audienceType: 'DMP',
    reachCount: null,
  },
  {
    id: {
      type: ['integer', 'string'],
      description:
        'The ID of the audience or segment of the advertiser, or the value of an interest segment in the dictionary.',
    },
    name: orNull(NAME),
    status: text('Always `ACTIVE`.'),
    segmentType: text('The type: `INTEREST`, `EMAIL`, `CUSTOM` or `CONVERSIONRULE`.'),
    audienceType: text('`ADVERTISER`, `DMP`, or the operator’s name.'),
    reachCount: orNull(integer('The number of people, if it is known.')),
  },
);

export const CHANGE = shape(
  'Change',
  'An entry of the change history.',
  {
    id: 12,
    at: UPDATED_AT,
    action: 'UPDATE',
    resource: 'Line',
    resourceId: String(IDS.line),
    userId: 7,
    clientId: null,
    requestId: 'my-first-call',
    fields: [{ path: 'bidPrice', before: 0.75, after: 0.9 }],
  },
  {
    id: integer('The ID of the change.'),
    at: text('The time of the change.', { format: 'date-time' }),
    action: text('The kind of change: `CREATE`, `UPDATE` or `DELETE`.'),
    resource: text('The type of the resource.'),
    resourceId: { type: ['string', 'integer'], description: 'The ID of the resource.' },
    userId: orNull(integer('The ID of the user.')),
    clientId: orNull(text('The ID of the API client.')),
    requestId: orNull(text('The ID of the request.')),
    fields: { ...JSON_VALUE, description: 'The fields that changed, with `path`, `before` and `after`.' },
  },
);
