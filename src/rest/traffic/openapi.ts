import { CreateProductSet } from '../../domain/audiences/product-set/input.ts';
import { CreateAd, UpdateAd } from '../../domain/campaigns/ad/input.ts';
import { CreateAdvertiser, UpdateAdvertiser } from '../../domain/campaigns/advertiser/input.ts';
import { CreateDeal, UpdateDeal } from '../../domain/campaigns/deal/input.ts';
import { CreateNativeList, UpdateNativeList } from '../../domain/campaigns/native-list/input.ts';
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
import {
  AD,
  ADVERTISER,
  BEACON,
  DEAL,
  NATIVE_LIST,
  PRODUCT_SET,
  RATE_LIMIT,
  TRAFFIC_REFUSALS,
} from './examples.ts';
import { lineOperations, lineSchemas } from './openapi-lines.ts';
import { resourceOperations, trafficOperation } from './openapi-resource.ts';

export function trafficDocument(): InterfaceDocument {
  return {
    tag: 'Traffic',
    description:
      'Creates, reads and updates advertisers, lines, ads, deals, native lists, product sets, targeting and bid multipliers.',
    security: ['xAuth'],
    refusal: 'TrafficRefusal',
    refusalExamples: TRAFFIC_REFUSALS,
    headers: RATE_LIMIT_HEADERS,
    operations: [
      ...resourceOperations({
        name: 'Advertiser',
        plural: 'Advertisers',
        segment: 'advertisers',
        example: ADVERTISER,
      }),
      trafficOperation({
        method: 'get',
        path: '/traffic/advertisers/{accountId}/beaconlookups',
        id: 'listBeacons',
        summary: 'List the pixels of an advertiser',
        parameters: [{ ...ID_PARAMETER, name: 'accountId' }],
        response: arrayOf(ref('Beacon')),
        example: [BEACON],
      }),
      ...lineOperations,
      ...resourceOperations({
        name: 'Ad',
        plural: 'Ads',
        segment: 'ads',
        example: AD,
        parent: 'lineId',
        alias: 'ad',
      }),
      ...resourceOperations({ name: 'Deal', plural: 'Deals', segment: 'deals', example: DEAL }),
      ...resourceOperations({
        name: 'NativeList',
        plural: 'NativeLists',
        segment: 'nativelists',
        example: NATIVE_LIST,
        parent: 'accountId',
        listItem: 'NativeListSummary',
      }),
      ...resourceOperations({
        name: 'ProductSet',
        plural: 'ProductSets',
        segment: 'productsets',
        example: PRODUCT_SET,
        parent: 'accountId',
        oneOfParent: true,
        without: 'put',
      }),
      trafficOperation({
        method: 'get',
        path: '/traffic/ratelimit',
        id: 'getRateLimit',
        summary: 'Get the rate limits of the user',
        response: objectOf({ trafficApiRateLimit: ref('RateLimit') }),
        example: { trafficApiRateLimit: RATE_LIMIT },
      }),
    ],
    schemas,
  };
}

/** They describe the window of the method with the fewest calls left. */
const RATE_LIMIT_HEADERS = {
  'RateLimit-Limit': {
    description: 'The maximum number of requests in the tightest window.',
    schema: { type: 'integer' },
  },
  'RateLimit-Remaining': {
    description: 'The number of requests that are left in the tightest window.',
    schema: { type: 'integer' },
  },
  'RateLimit-Reset': {
    description: 'The number of seconds until another request is possible.',
    schema: { type: 'integer' },
  },
  'RateLimit-Policy': {
    description: 'The limit and length of the tightest window, such as `60;w=60`.',
    schema: { type: 'string' },
  },
} as const;

const ID_PARAMETER = {
  name: 'id',
  in: 'path',
  description: 'The ID of the resource.',
  schema: ID,
  required: true,
} as const;

const nativeListSummary = objectOf(
  {
    id: ID,
    accountId: integer('The ID of the advertiser that owns the list.'),
    name: text('The display name.'),
    status: text('The status: `ACTIVE`, `INACTIVE` or `ARCHIVED`.'),
    updatedAt: UPDATED_AT,
  },
  { description: 'A native list without its items.' },
);

const quotas = (suffix: string) =>
  ['get', 'post', 'put'].flatMap((method) =>
    ['Min', 'Hr', 'Day'].map((unit) => `${method}LimitPer${unit}${suffix}`),
  );

const schemas: Record<string, Schema> = {
  AdvertiserCreate: inputSchema(CreateAdvertiser, { description: 'An advertiser to create.' }),
  AdvertiserUpdate: inputSchema(UpdateAdvertiser, { description: 'The fields of an advertiser to change.' }),
  Advertiser: answerSchema(CreateAdvertiser, {
    description:
      'An advertiser. `billingContact` is only returned for seats that are subject to a country’s legal compliance.',
    more: {
      accountGroupId: integer('The ID of the account group that owns the advertiser.'),
      updatedAt: UPDATED_AT,
    },
  }),
  Beacon: objectOf(
    {
      id: ID,
      name: text('The display name.'),
      dotPixel: boolean('Whether the pixel is placed on web pages.'),
    },
    { description: 'A pixel, which this interface calls a beacon.' },
  ),
  ...lineSchemas,
  AdCreate: inputSchema(CreateAd, { description: 'An ad to create.' }),
  AdUpdate: inputSchema(UpdateAd, { description: 'The fields of an ad to change.' }),
  Ad: answerSchema(CreateAd, {
    description: 'An ad.',
    more: {
      name: text('The name of the creative.'),
      mediaType: text('The media type of the creative.', { enum: ['DISPLAY', 'VIDEO', 'NATIVE'] }),
      updatedAt: UPDATED_AT,
    },
  }),
  DealCreate: inputSchema(CreateDeal, { description: 'A deal to create.' }),
  DealUpdate: inputSchema(UpdateDeal, {
    description: 'The fields of a deal to change. An empty array clears a list.',
  }),
  Deal: answerSchema(CreateDeal, { description: 'A deal.', more: { updatedAt: UPDATED_AT } }),
  NativeListCreate: inputSchema(CreateNativeList, { description: 'A native list to create.' }),
  NativeListUpdate: inputSchema(UpdateNativeList, {
    description: 'The fields of a native list to change. Items are replaced as a whole.',
  }),
  NativeListSummary: nativeListSummary,
  NativeList: answerSchema(CreateNativeList, {
    description: 'A native list.',
    more: {
      nativeListTypeId: integer('The ID of the list’s type. Returned on update.'),
      updatedAt: UPDATED_AT,
    },
    optional: ['nativeListTypeId'],
  }),
  ProductSetCreate: inputSchema(CreateProductSet, { description: 'A product set to create.' }),
  ProductSet: objectOf(
    {
      id: ID,
      accountId: integer('The ID of the advertiser that owns the product set.'),
      name: text('The display name.'),
      type: text('The type, such as `PRODUCT`.'),
      status: text('The status: `ACTIVE` or `INACTIVE`.'),
      productSetFilter: orNull(text('The filter as a JSON string. Null for the set of all products.')),
      count: integer('The number of products in the feed that match.'),
      isAllProducts: boolean('Always true. Only returned for the set of all products.'),
      createdAt: text('The time when it was created.', { format: 'date-time' }),
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
    { description: 'The rate limits per minute, hour and day. The legacy fields equal the GET limits.' },
  ),
  TrafficRefusal: objectOf(
    {
      response: { type: 'null' },
      errors: objectOf({
        httpStatusCode: integer('The HTTP status.'),
        message: orNull(
          text('A readable description of the error. Null if `validationErrors` describes it.'),
        ),
        validationErrors: arrayOf(
          objectOf({
            message: text('The reason why the value was refused.'),
            propertyName: text('The path of the value, such as `contact.city`.'),
          }),
        ),
      }),
      timeStamp: text('The time of the response.', { format: 'date-time' }),
    },
    { description: 'An error of the traffic interface.' },
  ),
};
