import { CreateAd, UpdateAd } from '../../domain/ad/input.ts';
import { CreateAdvertiser, UpdateAdvertiser } from '../../domain/advertiser/input.ts';
import { CreateDeal, UpdateDeal } from '../../domain/deal/input.ts';
import { CreateNativeList, UpdateNativeList } from '../../domain/native-list/input.ts';
import { CreateProductSet } from '../../domain/product-set/input.ts';
import type { InterfaceDocument } from '../openapi/operation.ts';
import {
  answerSchema,
  arrayOf,
  boolean,
  ID,
  inputSchema,
  integer,
  objectOf,
  orNull,
  ref,
  type Schema,
  text,
  UPDATED_AT,
} from '../openapi/schemas.ts';
import { lineOperations, lineSchemas } from './openapi-lines.ts';
import { resourceOperations, trafficOperation } from './openapi-resource.ts';

/** The traffic interface (spec 2; RULINGS T1 to T17). */
export function trafficDocument(): InterfaceDocument {
  return {
    tag: 'Traffic',
    description: 'Advertisers, lines, ads, deals, native lists, product sets and targeting.',
    security: ['xAuth'],
    refusal: 'TrafficRefusal',
    headers: RATE_LIMIT_HEADERS,
    operations: [
      ...resourceOperations({ name: 'Advertiser', plural: 'Advertisers', segment: 'advertisers' }),
      trafficOperation({
        method: 'get',
        path: '/traffic/advertisers/{accountId}/beaconlookups',
        id: 'listBeacons',
        summary: 'List the pixels of an advertiser.',
        parameters: [{ ...ID_PARAMETER, name: 'accountId' }],
        response: arrayOf(ref('Beacon')),
      }),
      ...lineOperations,
      ...resourceOperations({ name: 'Ad', plural: 'Ads', segment: 'ads', parent: 'lineId', alias: 'ad' }),
      ...resourceOperations({ name: 'Deal', plural: 'Deals', segment: 'deals' }),
      ...resourceOperations({
        name: 'NativeList',
        plural: 'NativeLists',
        segment: 'nativelists',
        parent: 'accountId',
        listed: 'NativeListSummary',
      }),
      ...resourceOperations({
        name: 'ProductSet',
        plural: 'ProductSets',
        segment: 'productsets',
        parent: 'accountId',
        oneOfParent: true,
        without: 'put',
      }),
      trafficOperation({
        method: 'get',
        path: '/traffic/ratelimit',
        id: 'getRateLimit',
        summary: 'Read the rolling quotas of the user, and what is left of them.',
        response: objectOf({ trafficApiRateLimit: ref('RateLimit') }),
      }),
    ],
    schemas,
  };
}

/** Of the method's tightest window (RULINGS T16). */
const RATE_LIMIT_HEADERS = {
  'RateLimit-Limit': { description: 'Calls of the tightest window.', schema: { type: 'integer' } },
  'RateLimit-Remaining': { description: 'Calls that it has left.', schema: { type: 'integer' } },
  'RateLimit-Reset': { description: 'Seconds until it has room for one more.', schema: { type: 'integer' } },
  'RateLimit-Policy': { description: 'Its limit and length, such as `60;w=60`.', schema: { type: 'string' } },
} as const;

const ID_PARAMETER = { name: 'id', in: 'path', description: 'Its ID.', schema: ID, required: true } as const;

const nativeListSummary = objectOf(
  {
    id: ID,
    accountId: integer('Its advertiser.'),
    name: text('Display name.'),
    status: text('ACTIVE, INACTIVE or ARCHIVED.'),
    updatedAt: UPDATED_AT,
  },
  { description: 'A native list without its items.' },
);

const quotas = (suffix: string) =>
  ['get', 'post', 'put'].flatMap((method) =>
    ['Min', 'Hr', 'Day'].map((unit) => `${method}LimitPer${unit}${suffix}`),
  );

const schemas: Record<string, Schema> = {
  AdvertiserCreate: inputSchema(CreateAdvertiser, { description: 'A new advertiser.' }),
  AdvertiserUpdate: inputSchema(UpdateAdvertiser, { description: 'A change of an advertiser.' }),
  Advertiser: answerSchema(CreateAdvertiser, {
    description: 'An advertiser; billingContact is shown for seats under a country’s legal compliance.',
    more: { accountGroupId: integer('Account group that owns it.'), updatedAt: UPDATED_AT },
  }),
  Beacon: objectOf(
    { id: ID, name: text('Display name.'), dotPixel: boolean('true for on-page pixels.') },
    { description: 'A pixel.' },
  ),
  ...lineSchemas,
  AdCreate: inputSchema(CreateAd, { description: 'A new ad.' }),
  AdUpdate: inputSchema(UpdateAd, { description: 'A change of an ad.' }),
  Ad: answerSchema(CreateAd, {
    description: 'An ad.',
    more: {
      name: text('The creative’s name.'),
      mediaType: text('The creative’s.', { enum: ['DISPLAY', 'VIDEO', 'NATIVE'] }),
      updatedAt: UPDATED_AT,
    },
  }),
  DealCreate: inputSchema(CreateDeal, { description: 'A new deal.' }),
  DealUpdate: inputSchema(UpdateDeal, { description: 'A change of a deal; an empty list clears.' }),
  Deal: answerSchema(CreateDeal, { description: 'A deal.', more: { updatedAt: UPDATED_AT } }),
  NativeListCreate: inputSchema(CreateNativeList, { description: 'A new native list.' }),
  NativeListUpdate: inputSchema(UpdateNativeList, {
    description: 'A change of a native list; items are replaced whole.',
  }),
  NativeListSummary: nativeListSummary,
  NativeList: answerSchema(CreateNativeList, {
    description: 'A native list.',
    more: { nativeListTypeId: integer('Its type; answered on update.'), updatedAt: UPDATED_AT },
    optional: ['nativeListTypeId'],
  }),
  ProductSetCreate: inputSchema(CreateProductSet, { description: 'A new product set.' }),
  ProductSet: objectOf(
    {
      id: ID,
      accountId: integer('Its advertiser.'),
      name: text('Display name.'),
      type: text('Such as PRODUCT.'),
      status: text('ACTIVE or INACTIVE.'),
      productSetFilter: orNull(text('The filter as JSON text; null of the all-products set.')),
      count: integer('Products of the feed that match.'),
      isAllProducts: boolean('true of the all-products set, where alone it stands.'),
      createdAt: text('When it was created.', { format: 'date-time' }),
      updatedAt: UPDATED_AT,
    },
    { description: 'A product set.', optional: ['isAllProducts'] },
  ),
  RateLimit: objectOf(
    Object.fromEntries(
      ['userId', ...quotas(''), ...quotas('Remaining'), 'limitPerMin', 'limitPerHour', 'limitPerDay'].map(
        (name) => [name, { type: 'integer' }],
      ),
    ),
    { description: 'Quotas per minute, hour and day; the legacy fields are those of GET.' },
  ),
  TrafficRefusal: objectOf(
    {
      response: { type: 'null' },
      errors: objectOf({
        httpStatusCode: integer('The HTTP status.'),
        message: orNull(text('A sentence; null where validationErrors say it.')),
        validationErrors: arrayOf(
          objectOf({
            message: text('Why it is refused.'),
            propertyName: text('Where it stands, such as contact.city.'),
          }),
        ),
      }),
      timeStamp: text('When it was answered.', { format: 'date-time' }),
    },
    { description: 'A refusal of the traffic interface.' },
  ),
};
