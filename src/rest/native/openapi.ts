import { campaignObject } from '../../domain/campaigns/campaign/object.ts';
import { adGroupObject } from '../../domain/native/ad-group/object.ts';
import type { NativeObject } from '../../domain/native/batch/object.ts';
import { keywordObject } from '../../domain/native/keyword/object.ts';
import { adObject } from '../../domain/native/native-ad/object.ts';
import { targetingAttributeObject } from '../../domain/native/targeting-attribute/object.ts';
import { EXAMPLE_TIME, type ResourceExample, updatedAnswer } from '../openapi/examples.ts';
import {
  type DocumentSettings,
  IDEMPOTENCY_KEY,
  type InterfaceDocument,
  type Operation,
  type Parameter,
  path,
  query,
  SEAT_ID,
} from '../openapi/operation.ts';
import {
  answerSchema,
  arrayOf,
  inputSchema,
  integer,
  JSON_VALUE,
  objectOf,
  orNull,
  PASSTHROUGH_FIELD,
  ref,
  type Schema,
  text,
} from '../openapi/schemas.ts';
import { STATUS } from './codes.ts';
import { envelope } from './envelope.ts';
import { AD_GROUP, CAMPAIGN, KEYWORD, NATIVE_AD, NATIVE_REFUSALS, TARGETING_ATTRIBUTE } from './examples.ts';
import { dictionaryOperations } from './openapi-dictionary.ts';
import { nativeAnswer, pageParameters } from './openapi-envelope.ts';

const BASE = '/v3/rest';
const READ = [400, 401, 404, 406, 413, 429, 500, 503];
const WRITE = [400, 401, 404, 405, 406, 409, 413, 415, 429, 500, 503];

/** The parts of a native object that its description needs, independent of its rows. */
type Described = Pick<NativeObject<never>, 'name' | 'create' | 'update' | 'parents'>;

const OBJECTS: readonly (readonly [schema: string, object: Described, example: ResourceExample])[] = [
  ['NativeCampaign', campaignObject, CAMPAIGN],
  ['NativeAdGroup', adGroupObject, AD_GROUP],
  ['NativeAd', adObject, NATIVE_AD],
  ['NativeKeyword', keywordObject, KEYWORD],
  ['NativeTargetingAttribute', targetingAttributeObject, TARGETING_ATTRIBUTE],
];

export function nativeDocument(settings: DocumentSettings): InterfaceDocument {
  return {
    tag: 'Native',
    description:
      'Creates and changes native objects, one by one or in batches, and serves the dictionary of accepted values.',
    security: ['bearer', 'xAuth'],
    refusal: 'NativeRefusal',
    refusalExamples: NATIVE_REFUSALS,
    operations: [
      ...OBJECTS.flatMap((object) => objectOperations(...object)),
      ...dictionaryOperations(BASE, settings),
    ],
    schemas: {
      ...Object.assign({}, ...OBJECTS.map(([schema, object]) => objectSchemas(schema, object))),
      NativeError: nativeError,
      NativeRefusal: refusal,
      DictionaryEntry: objectOf(
        {
          name: orNull(text('The name of the value.')),
          value: { type: ['string', 'number'], description: 'The value to use in other objects.' },
        },
        { description: 'A value that an attribute accepts.' },
      ),
    },
  };
}

function objectOperations(schema: string, object: Described, example: ResourceExample): Operation[] {
  const base = `${BASE}/${object.name}`;
  const one = path('id', 'The ID of the resource.');
  const answer = nativeAnswer(ref(schema));
  const batch = {
    parameters: [SEAT_ID, IDEMPOTENCY_KEY],
    answer: nativeAnswer({ anyOf: [ref(schema), arrayOf(ref(`${schema}Item`))] }),
    refusals: WRITE,
  };
  const body = (item: string, one: unknown) => ({
    type: 'application/json',
    schema: { anyOf: [ref(item), { ...arrayOf(ref(item)), maxItems: 500 }] },
    example: one,
  });
  const enveloped = (response: unknown) => envelope(response, EXAMPLE_TIME);
  return [
    {
      method: 'get',
      path: base,
      id: `list${schema}s`,
      summary: 'List objects of an advertiser or of parent objects (one quota unit per row)',
      parameters: [...listParameters(object), SEAT_ID],
      answer: nativeAnswer(arrayOf(ref(schema))),
      example: enveloped([example.answer]),
      refusals: [...READ],
    },
    {
      method: 'post',
      path: base,
      id: `create${schema}s`,
      summary: 'Create one object or up to 500 (three quota units each)',
      body: body(`${schema}Create`, example.create),
      example: enveloped(example.answer),
      ...batch,
    },
    {
      method: 'put',
      path: base,
      id: `update${schema}s`,
      summary: 'Update one object or up to 500 (two quota units each)',
      body: body(`${schema}Update`, { id: example.answer.id, ...example.update }),
      example: enveloped(updatedAnswer(example)),
      ...batch,
    },
    {
      method: 'get',
      path: `${base}/{id}`,
      id: `get${schema}`,
      summary: 'Get an object',
      parameters: [one, SEAT_ID],
      answer,
      example: enveloped(example.answer),
      refusals: READ,
    },
    {
      method: 'delete',
      path: `${base}/{id}`,
      id: `delete${schema}`,
      summary: 'Delete an object: set its status to DELETED',
      parameters: [one, SEAT_ID, IDEMPOTENCY_KEY],
      answer,
      example: enveloped({ ...updatedAnswer(example), status: 'DELETED' }),
      refusals: WRITE,
    },
  ];
}

function listParameters({ parents }: Described): Parameter[] {
  const ids = { type: 'array', items: { type: 'integer' } };
  return [
    query('advertiserId', 'The ID of the advertiser that owns the objects. Optional if parents are given.', {
      type: 'integer',
    }),
    ...Object.keys(parents).map((name) =>
      query(name, 'Returns only objects with these parents. Can be repeated.', ids),
    ),
    query('status', 'Returns only objects with this status. By default, all objects that are not deleted.', {
      type: 'string',
      enum: ['ACTIVE', 'PAUSED', 'DELETED'],
    }),
    ...pageParameters(100),
  ];
}

function objectSchemas(schema: string, { create, update, name }: Described): Record<string, Schema> {
  const passthrough = { additionalProperties: PASSTHROUGH_FIELD };
  const more = {
    status: text('The status.', { enum: ['ACTIVE', 'PAUSED', 'DELETED'] }),
    createdDate: integer('The time when it was created, in milliseconds since the epoch.'),
    lastUpdateDate: integer('The time of the last change, in milliseconds since the epoch.'),
  };
  const { properties, ...change } = inputSchema(update, {
    description: `The fields of a native ${name} to change.`,
  });
  return {
    [`${schema}Create`]: {
      ...inputSchema(create, { description: `A native ${name} to create.` }),
      ...passthrough,
    },
    [`${schema}Update`]: {
      ...change,
      properties: { id: integer('The ID of the object to change.'), ...(properties as object) },
      required: ['id'],
      ...passthrough,
    },
    [schema]: {
      ...answerSchema(create, { description: `A native ${name}.`, more }),
      ...passthrough,
    },
    [`${schema}Item`]: {
      description:
        'An item of a batch. An item that failed is returned as it was sent, with a null ID on POST.',
      anyOf: [
        ref(schema),
        {
          type: 'object',
          properties: { id: { type: ['integer', 'null'] } },
          required: ['id'],
          additionalProperties: JSON_VALUE,
        },
      ],
    },
  };
}

const nativeError = objectOf(
  {
    errIndex: integer('The index of the item in the request, or -1 if the error concerns the whole request.'),
    code: text('The error code, which begins with its number.', { enum: Object.keys(STATUS) }),
    message: orNull(text('The name of the problem.')),
    description: text('A description of the problem.'),
  },
  { description: 'An error of the native interface.' },
);

const refusal: Schema = {
  description:
    'An error response of the native interface. When the quota is used up, the envelope is nested in `data`.',
  anyOf: [
    objectOf({
      errors: arrayOf(ref('NativeError')),
      timestamp: text('The time of the response.'),
      response: { type: 'null' },
    }),
    objectOf({
      status: integer('The HTTP status. Always 429.'),
      data: objectOf({
        errors: arrayOf(ref('NativeError')),
        response: { type: 'null' },
        timestamp: text('The time of the response.'),
      }),
    }),
  ],
};
