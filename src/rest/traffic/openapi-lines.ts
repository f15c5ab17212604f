import { UpdateBidMultipliers } from '../../domain/bid-multiplier/input.ts';
import { TARGET_TYPES } from '../../domain/bid-multiplier/targets.ts';
import { CreateLine, UpdateLine } from '../../domain/line/input.ts';
import { UpdateTargeting } from '../../domain/targeting/input.ts';
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
  ref,
  type Schema,
  text,
  UPDATED_AT,
} from '../openapi/schemas.ts';
import { LIST_PARAMETERS, resourceOperations, trafficOperation } from './openapi-resource.ts';

const ID = path('id', 'The line.');
const LINE_ID = path('lineId', 'The line.');

/** Lines and what hangs on them. */
export const lineOperations: readonly Operation[] = [
  ...resourceOperations({ name: 'Line', plural: 'Lines', segment: 'lines', parent: 'orderId' }),
  trafficOperation({
    method: 'get',
    path: '/traffic/lines/{id}/targeting',
    id: 'getTargeting',
    summary: 'Read what a line targets.',
    parameters: [ID],
    response: ref('Targeting'),
  }),
  trafficOperation({
    method: 'post',
    path: '/traffic/lines/{id}/targeting',
    id: 'updateTargeting',
    summary: 'Change the target types that the body names; answers what GET answers.',
    parameters: [ID],
    body: { type: 'application/json', schema: ref('TargetingUpdate') },
    response: ref('Targeting'),
  }),
  trafficOperation({
    method: 'get',
    path: '/traffic/lines/{lineId}/bidmultipliers',
    id: 'getBidMultipliers',
    summary: 'Read the bid multipliers of a line.',
    parameters: [LINE_ID],
    response: ref('BidMultipliers'),
  }),
  trafficOperation({
    method: 'post',
    path: '/traffic/lines/{lineId}/bidmultipliers',
    id: 'updateBidMultipliers',
    summary: 'Add, change and remove bid multipliers: the whole body applies, or nothing.',
    parameters: [LINE_ID],
    body: { type: 'application/json', schema: ref('BidMultipliersUpdate') },
    response: ref('BidMultipliers'),
  }),
  trafficOperation({
    method: 'get',
    path: '/traffic/targeting/bidmultipliertargets',
    id: 'listBidMultiplierTargets',
    summary: 'List what bids can be multiplied for.',
    parameters: [
      query('type', 'Kind of target.', { type: 'string', enum: [...TARGET_TYPES] }, true),
      ...LIST_PARAMETERS,
    ],
    response: arrayOf(ref('BidMultiplierTarget')),
  }),
];

const targetValue: Schema = {
  description: 'ID of the target; of DAY_PARTING the day and the hour.',
  anyOf: [
    { type: 'integer' },
    { type: 'string' },
    objectOf({ day: text('Mon to Sun.'), hour: integer('0 to 23.') }),
  ],
};

export const lineSchemas: Record<string, Schema> = {
  LineCreate: inputSchema(CreateLine, { description: 'A new line; fields that are not listed are kept.' }),
  LineUpdate: inputSchema(UpdateLine, { description: 'A change of a line.' }),
  Line: {
    ...answerSchema(CreateLine, {
      description: 'A line; fields that were kept stand beside the listed ones.',
      more: { updatedAt: UPDATED_AT },
      without: ['pacingMode'],
    }),
    additionalProperties: true,
  },
  TargetingUpdate: inputSchema(UpdateTargeting, { description: 'A change of a line’s targeting.' }),
  Targeting: objectOf(
    {
      id: integer('The line.'),
      types: arrayOf(
        objectOf({ name: text('The type.'), isTargeted: boolean('true.') }),
        'Types that are on.',
      ),
      geos: arrayOf(
        objectOf({ woeid: integer('Its WOEID.'), type: text('Such as COUNTRY.'), name: text('Its name.') }),
        'Places.',
      ),
      nativeLists: arrayOf(
        objectOf({ id: integer('The list.'), name: text('Its name.'), exclude: boolean('true.') }),
        'Lists that are blocked.',
      ),
      funnelAttributes: arrayOf(
        objectOf({
          lookBack: integer('Past days.'),
          funnelType: text('ViewProduct, AddToCart or Purchase.'),
          productSetId: integer('The product set.'),
          exclude: boolean('Whether matching users are excluded.'),
        }),
        'Who did what with products.',
      ),
    },
    { description: 'What a line targets.' },
  ),
  BidMultipliersUpdate: inputSchema(UpdateBidMultipliers, { description: 'A change of bid multipliers.' }),
  BidMultipliers: objectOf(
    {
      bidMultipliers: arrayOf(
        objectOf({
          id: OWN_ID,
          targetType: text('Kind of target.', { enum: [...TARGET_TYPES] }),
          targetValue,
          multiplier: { type: 'number', description: 'Factor of the bid.' },
        }),
      ),
      bidMultiplierCap: orNull({ type: 'number', description: 'Most that a multiplier may be.' }),
    },
    { description: 'The bid multipliers of a line.' },
  ),
  BidMultiplierTarget: objectOf(
    {
      id: targetValue,
      type: text('Kind of target.', { enum: [...TARGET_TYPES] }),
      name: orNull(text('Its name.')),
      minMultiplier: { type: 'number', description: 'Least.' },
      maxMultiplier: { type: 'number', description: 'Most.' },
    },
    { description: 'What bids can be multiplied for.' },
  ),
};
