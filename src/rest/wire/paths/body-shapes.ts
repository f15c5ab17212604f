import { IDS } from '../../openapi/examples.ts';
import { arrayOf, JSON_VALUE, objectOf, orNull, type Schema, text } from '../../openapi/schemas.ts';
import * as OBJECTS from './object-shapes.ts';
import type { NamedShape, Shape } from './shapes.ts';

/** What clients send: fields that are stored, fields that are kept as sent, and fields that have no effect. */

interface Body {
  /** The fields of the answer that can be set. */
  readonly sets: readonly string[];
  /** Further fields. */
  readonly more?: Readonly<Record<string, Schema>>;
  /** Fields that public clients send, which are named in `X-Ignored-Fields`. */
  readonly ignored?: readonly string[];
  /** Values of an example that its answer does not have; undefined leaves one out. */
  readonly example?: object;
}

const IGNORED: Schema = { ...JSON_VALUE, description: 'Has no effect. `X-Ignored-Fields` names it.' };
const KEPT: Schema = { ...JSON_VALUE, description: 'Kept and answered as sent.' };
const all = (names: readonly string[], schema: Schema): Record<string, Schema> =>
  Object.fromEntries(names.map((name) => [name, schema]));

/** Returns the bodies of a create, which requires fields, and of an update. */
function bodiesOf(
  { name, fields, example }: NamedShape,
  { sets, more = {}, ignored = [], example: further = {} }: Body,
  required: readonly string[],
): { readonly create: Shape; readonly update: Shape } {
  const pick = (object: unknown) =>
    Object.fromEntries(Object.entries(object as object).filter(([field]) => sets.includes(field)));
  const update: Shape = {
    schema: {
      description: `The fields of a ${name} to set.`,
      type: 'object',
      properties: { ...pick(fields.properties), ...more, ...all(ignored, IGNORED) },
      additionalProperties: JSON_VALUE,
    },
    example: Object.fromEntries(
      Object.entries({ ...pick(example), ...further }).filter(([, value]) => value != null),
    ),
  };
  return { create: { ...update, schema: { ...update.schema, required } }, update };
}

const number = (description: string): Schema => ({ type: 'number', description });
const otherName = (name: string): Schema => ({ type: 'string', description: `Another name of \`${name}\`.` });

export const CAMPAIGN = bodiesOf(
  OBJECTS.CAMPAIGN,
  {
    sets: [
      ...['name', 'accountId', 'status', 'budget', 'budgetType', 'budgetSchedules'],
      ...['campaignStartDate', 'campaignEndDate', 'objective', 'language', 'channel'],
      ...['goalType', 'goalValue', 'frequencyCapPeriodType'],
    ],
    more: {
      startDate: otherName('campaignStartDate'),
      endDate: otherName('campaignEndDate'),
      timezone: text('Must be that of the advertiser.'),
      currency: text('Must be that of the advertiser.'),
      demoVendor: orNull(text('`COMSCORE`, `NIELSEN` or the operator’s name. Kept and answered.')),
      packageEnabled: KEPT,
      frequencyCapValue: orNull(number('Kept next to `UNLIMITED`; otherwise refused.')),
      orderFrequencyCap: { ...JSON_VALUE, description: 'Refused unless it is null: campaigns have no caps.' },
    },
    example: {
      ...{ packageEnabled: false, goalType: 'CPC', goalValue: 1.2 },
      // Its dates stand in the schedule.
      ...{ campaignStartDate: undefined, campaignEndDate: undefined },
    },
  },
  ['name', 'accountId'],
);

export const PIXEL = bodiesOf(
  OBJECTS.PIXEL,
  { sets: ['name', 'accountId', 'dotPixel'], more: { codes: KEPT } },
  ['name', 'accountId'],
);

const condition = objectOf(
  { key: text('The parameter.'), operator: text('The comparison.'), value: text('The value.') },
  { optional: ['key', 'operator', 'value'] },
);
export const BEACON = bodiesOf(
  OBJECTS.BEACON,
  {
    sets: ['name', 'accountId', 'dotPixel', 'pixelId'],
    more: {
      ruleType: text(
        '`EVENTS`, `DESTINATION_URL` or `APP_URL`. Kept and answered as sent, like the fields below.',
      ),
      conversion_category: text('The kind of conversion, such as `PURCHASE`.'),
      conversion_default_value: number('The value of a conversion without one.'),
      conditions: arrayOf({ ...condition, additionalProperties: JSON_VALUE }, 'The conditions of the rule.'),
      destinationUrl: text('The URL of the rule.'),
      destinationUrlOperator: text(
        'The operator by which the URL of a page is compared with `destinationUrl`.',
      ),
      ...all(['appUrl', 'appLocale', 'appId', 'mobileMeasurementPartner', 'category'], KEPT),
    },
    example: {
      ruleType: 'EVENTS',
      conversion_category: 'PURCHASE',
      conversion_default_value: 10,
      conditions: [{ key: 'et', operator: 'eq', value: 'purchase' }],
    },
  },
  ['name', 'accountId'],
);

export const CREATIVE = bodiesOf(
  OBJECTS.CREATIVE,
  {
    sets: [
      ...['name', 'accountId', 'status', 'mediaType', 'creativeType', 'title', 'description', 'details'],
      ...['landingPageUrl', 'thirdPartyCode', 'creativeTagUrl'],
    ],
    ignored: [
      ...[
        'content',
        'mimeType',
        'layout',
        'language',
        'landingPageDomain',
        'companionBanners',
        'adxCategories',
      ],
      ...['adChoicesEnabled', 'adChoiceIconLocation', 'adType', 'userInteractions', 'expandDirections'],
      ...['isThirdPartyCodeSecure', 'creativeImpressionTracking', 'customIdentifiers', 'isDooh'],
    ],
  },
  ['name', 'accountId'],
);

/** The creatives of one call, whose advertiser can be that of the query. */
export const CREATIVES: Shape = {
  schema: arrayOf({ ...CREATIVE.update.schema, required: ['name'] }, 'The creatives, 1 to 500.'),
  example: [CREATIVE.update.example],
};

export const SITE_LIST = bodiesOf(
  OBJECTS.SITE_LIST,
  { sets: ['name', 'accountId', 'status', 'type', 'items'], ignored: ['shared'] },
  ['name', 'accountId', 'items'],
);

export const MULTIPLIER_CAP = bodiesOf(OBJECTS.MULTIPLIER_CAP, { sets: ['multiplierCap'] }, [
  'multiplierCap',
]);

const hashes = (description: string): Schema => arrayOf({ type: 'string' }, description);
export const AUDIENCE: Shape = {
  schema: objectOf(
    {
      accountId: { type: ['integer', 'string'], description: 'The ID of the advertiser.' },
      name: text('The display name.'),
      seedList: hashes('The SHA-256 hashes to add, at most 10,000.'),
      removedSeedList: hashes('The SHA-256 hashes to remove, at most 10,000.'),
      add: hashes('Another name of `seedList`.'),
      remove: hashes('Another name of `removedSeedList`.'),
      seedListType: IGNORED,
    },
    {
      optional: ['accountId', 'name', 'seedList', 'removedSeedList', 'add', 'remove', 'seedListType'],
    },
  ),
  example: {
    accountId: IDS.advertiser,
    name: 'Regular customers',
    seedList: ['b5fc85e55755f9e0d030a10ab4429b6b2944855f9a0d60077fe832becbc41d72'],
  },
};
