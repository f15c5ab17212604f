import { UpdateBidMultipliers } from '../../domain/campaigns/bid-multiplier/input.ts';
import { TARGET_TYPES } from '../../domain/campaigns/bid-multiplier/targets.ts';
import { CreateLine, UpdateLine } from '../../domain/campaigns/line/input.ts';
import { UpdateTargeting } from '../../domain/campaigns/targeting/input.ts';
import { type Operation, path, query } from '../openapi/operation.ts';
import {
  answerSchema,
  arrayOf,
  boolean,
  inputSchema,
  integer,
  ID as OWN_ID,
  objectOf,
  orNull,
  PASSTHROUGH_FIELD,
  ref,
  type Schema,
  text,
  UPDATED_AT,
} from '../openapi/schemas.ts';
import { BID_MULTIPLIER_TARGET, BID_MULTIPLIERS, LINE, TARGETING } from './examples.ts';
import { LIST_PARAMETERS, resourceOperations, trafficOperation } from './openapi-resource.ts';

const ID = path('id', 'The ID of the line.');
const LINE_ID = path('lineId', 'The ID of the line.');

/** Operations of lines and of what belongs to them. */
export const lineOperations: readonly Operation[] = [
  ...resourceOperations({
    name: 'Line',
    plural: 'Lines',
    segment: 'lines',
    example: LINE,
    parent: 'orderId',
  }),
  trafficOperation({
    method: 'get',
    path: '/traffic/lines/{id}/targeting',
    id: 'getTargeting',
    summary: 'Get the targeting of a line',
    parameters: [ID],
    response: ref('Targeting'),
    example: TARGETING.answer,
  }),
  trafficOperation({
    method: 'post',
    path: '/traffic/lines/{id}/targeting',
    id: 'updateTargeting',
    summary: 'Update the targeting of a line',
    parameters: [ID],
    body: { type: 'application/json', schema: ref('TargetingUpdate'), example: TARGETING.update },
    response: ref('Targeting'),
    example: TARGETING.answer,
  }),
  trafficOperation({
    method: 'get',
    path: '/traffic/lines/{lineId}/bidmultipliers',
    id: 'getBidMultipliers',
    summary: 'Get the bid multipliers of a line',
    parameters: [LINE_ID],
    response: ref('BidMultipliers'),
    example: BID_MULTIPLIERS.answer,
  }),
  trafficOperation({
    method: 'post',
    path: '/traffic/lines/{lineId}/bidmultipliers',
    id: 'updateBidMultipliers',
    summary: 'Add, change and remove bid multipliers of a line (all or nothing)',
    parameters: [LINE_ID],
    body: { type: 'application/json', schema: ref('BidMultipliersUpdate'), example: BID_MULTIPLIERS.update },
    response: ref('BidMultipliers'),
    example: BID_MULTIPLIERS.answer,
  }),
  trafficOperation({
    method: 'get',
    path: '/traffic/targeting/bidmultipliertargets',
    id: 'listBidMultiplierTargets',
    summary: 'List the valid targets of bid multipliers',
    parameters: [
      query('type', 'The kind of target.', { type: 'string', enum: [...TARGET_TYPES] }, true),
      ...LIST_PARAMETERS,
    ],
    response: arrayOf(ref('BidMultiplierTarget')),
    example: [BID_MULTIPLIER_TARGET],
  }),
];

const targetValue: Schema = {
  description: 'The ID of the target. For `DAY_PARTING`, the day and hour.',
  anyOf: [
    { type: 'integer' },
    { type: 'string' },
    objectOf({ day: text('The weekday, from `Mon` to `Sun`.'), hour: integer('The hour, from 0 to 23.') }),
  ],
};

export const lineSchemas: Record<string, Schema> = {
  LineCreate: inputSchema(CreateLine, {
    description: 'A line to create. Fields that are not listed are stored and returned unchanged.',
  }),
  LineUpdate: inputSchema(UpdateLine, { description: 'The fields of a line to change.' }),
  Line: {
    ...answerSchema(CreateLine, {
      description: 'A line. Further fields that were sent are returned next to the listed ones.',
      more: {
        advertiserId: integer('The ID of the advertiser. It follows from the campaign.'),
        updatedAt: UPDATED_AT,
      },
      without: ['pacingMode'],
    }),
    additionalProperties: PASSTHROUGH_FIELD,
  },
  TargetingUpdate: inputSchema(UpdateTargeting, {
    description: 'The targeting of a line to change. Target types that are not listed stay unchanged.',
  }),
  Targeting: objectOf(
    {
      id: integer('The ID of the line.'),
      types: arrayOf(
        objectOf({ name: text('The name of the target type.'), isTargeted: boolean('Always true.') }),
        'The enabled target types.',
      ),
      geos: arrayOf(
        objectOf({
          woeid: integer('The WOEID of the location.'),
          type: text('The type of the location, such as `COUNTRY`.'),
          name: text('The name of the location.'),
        }),
        'The targeted locations.',
      ),
      nativeLists: arrayOf(
        objectOf({
          id: integer('The ID of the native list.'),
          name: text('The name of the native list.'),
          exclude: boolean('Always true, because native lists can only be blocked.'),
        }),
        'The blocked native lists.',
      ),
      funnelAttributes: arrayOf(
        objectOf({
          lookBack: integer('The number of past days to look back.'),
          funnelType: text('The step of the funnel: `ViewProduct`, `AddToCart` or `Purchase`.'),
          productSetId: integer('The ID of the product set.'),
          exclude: boolean('Whether matching users are excluded.'),
        }),
        'The product funnels.',
      ),
    },
    { description: 'The targeting of a line.' },
  ),
  BidMultipliersUpdate: inputSchema(UpdateBidMultipliers, {
    description: 'The bid multipliers to add, change and remove. Either all changes apply or none.',
  }),
  BidMultipliers: objectOf(
    {
      bidMultipliers: arrayOf(
        objectOf({
          id: OWN_ID,
          targetType: text('The kind of target.', { enum: [...TARGET_TYPES] }),
          targetValue,
          multiplier: { type: 'number', description: 'The factor by which the bid is multiplied.' },
        }),
      ),
      bidMultiplierCap: orNull({
        type: 'number',
        description: 'The largest bid multiplier that the line allows.',
      }),
    },
    { description: 'The bid multipliers of a line.' },
  ),
  BidMultiplierTarget: objectOf(
    {
      id: targetValue,
      type: text('The kind of target.', { enum: [...TARGET_TYPES] }),
      name: orNull(text('The name of the target.')),
      minMultiplier: { type: 'number', description: 'The smallest multiplier that is allowed.' },
      maxMultiplier: { type: 'number', description: 'The largest multiplier that is allowed.' },
    },
    { description: 'A valid target for a bid multiplier.' },
  ),
};
