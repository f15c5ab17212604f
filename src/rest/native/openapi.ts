import { campaignObject } from '../../domain/campaign/object.ts';
import type { NativeObject } from '../../domain/native/object.ts';
import { adObject } from '../../domain/native/objects/ad.ts';
import { adGroupObject } from '../../domain/native/objects/ad-group.ts';
import { keywordObject } from '../../domain/native/objects/keyword.ts';
import { targetingAttributeObject } from '../../domain/native/objects/targeting-attribute.ts';
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
  objectOf,
  orNull,
  ref,
  type Schema,
  text,
} from '../openapi/schemas.ts';
import { STATUS } from './codes.ts';
import { dictionaryOperations } from './openapi-dictionary.ts';
import { nativeAnswer, pageParameters } from './openapi-envelope.ts';

const BASE = '/v3/rest';
const READ = [400, 401, 404, 406, 413, 429, 500, 503];
const WRITE = [400, 401, 404, 405, 406, 409, 413, 415, 429, 500, 503];

/** The parts of a native object that its description needs, whatever its rows are. */
type Described = Pick<NativeObject<never>, 'name' | 'create' | 'update' | 'parents'>;

const OBJECTS: readonly (readonly [schema: string, object: Described])[] = [
  ['NativeCampaign', campaignObject],
  ['NativeAdGroup', adGroupObject],
  ['NativeAd', adObject],
  ['NativeKeyword', keywordObject],
  ['NativeTargetingAttribute', targetingAttributeObject],
];

/** The native interface (spec 3; RULINGS N1 to N6). */
export function nativeDocument(settings: DocumentSettings): InterfaceDocument {
  return {
    tag: 'Native',
    description: 'Native objects in batches, and the dictionary of accepted values.',
    security: ['bearer', 'xAuth'],
    refusal: 'NativeRefusal',
    operations: [
      ...OBJECTS.flatMap(([schema, object]) => objectOperations(schema, object)),
      ...dictionaryOperations(BASE, settings),
    ],
    schemas: {
      ...Object.assign({}, ...OBJECTS.map(([schema, object]) => objectSchemas(schema, object))),
      NativeError: nativeError,
      NativeRefusal: refusal,
      DictionaryEntry: objectOf(
        {
          name: orNull(text('What it means.')),
          value: { type: ['string', 'number'], description: 'The value.' },
        },
        { description: 'An accepted value.' },
      ),
    },
  };
}

function objectOperations(schema: string, object: Described): Operation[] {
  const base = `${BASE}/${object.name}`;
  const one = path('id', 'Its ID.');
  const answer = nativeAnswer(ref(schema));
  const batch = {
    parameters: [SEAT_ID, IDEMPOTENCY_KEY],
    answer: nativeAnswer({ anyOf: [ref(schema), arrayOf(ref(`${schema}Item`))] }),
    refusals: WRITE,
  };
  const body = (item: string) => ({
    type: 'application/json',
    schema: { anyOf: [ref(item), { ...arrayOf(ref(item)), maxItems: 500 }] },
  });
  return [
    {
      method: 'get',
      path: base,
      id: `list${schema}s`,
      summary: 'List objects of an advertiser or of parents; one unit for each row.',
      parameters: [...listParameters(object), SEAT_ID],
      answer: nativeAnswer(arrayOf(ref(schema))),
      refusals: [...READ],
    },
    {
      method: 'post',
      path: base,
      id: `create${schema}s`,
      summary: 'Create one object, or up to 500 item by item; three units for each.',
      body: body(`${schema}Create`),
      ...batch,
    },
    {
      method: 'put',
      path: base,
      id: `update${schema}s`,
      summary: 'Change one object, or up to 500 item by item; two units for each.',
      body: body(`${schema}Update`),
      ...batch,
    },
    {
      method: 'get',
      path: `${base}/{id}`,
      id: `get${schema}`,
      summary: 'Read one object.',
      parameters: [one, SEAT_ID],
      answer,
      refusals: READ,
    },
    {
      method: 'delete',
      path: `${base}/{id}`,
      id: `delete${schema}`,
      summary: 'Set one object to DELETED; it is answered.',
      parameters: [one, SEAT_ID, IDEMPOTENCY_KEY],
      answer,
      refusals: WRITE,
    },
  ];
}

function listParameters({ parents }: Described): Parameter[] {
  const ids = { type: 'array', items: { type: 'integer' } };
  return [
    query('advertiserId', 'Whose they are; may be left out where parents are given.', { type: 'integer' }),
    ...Object.keys(parents).map((name) => query(name, 'Of these parents; may be repeated.', ids)),
    query('status', 'With this status; without it all but the deleted.', {
      type: 'string',
      enum: ['ACTIVE', 'PAUSED', 'DELETED'],
    }),
    ...pageParameters(100),
  ];
}

function objectSchemas(schema: string, { create, update, name }: Described): Record<string, Schema> {
  const kept = { additionalProperties: true };
  const more = {
    status: text('How it stands.', { enum: ['ACTIVE', 'PAUSED', 'DELETED'] }),
    createdDate: integer('When it was created, in milliseconds since the epoch.'),
    lastUpdateDate: integer('When it changed last, in milliseconds since the epoch.'),
  };
  const { properties, ...change } = inputSchema(update, { description: `A change of a native ${name}.` });
  return {
    [`${schema}Create`]: { ...inputSchema(create, { description: `A new native ${name}.` }), ...kept },
    [`${schema}Update`]: {
      ...change,
      properties: { id: integer('Which one.'), ...(properties as object) },
      required: ['id'],
      ...kept,
    },
    [schema]: {
      ...answerSchema(create, { description: `A native ${name}.`, more }),
      ...kept,
    },
    [`${schema}Item`]: {
      description: 'An item of a batch; one that failed is as it was sent, of POST with a null id.',
      anyOf: [
        ref(schema),
        { type: 'object', properties: { id: { type: ['integer', 'null'] } }, required: ['id'], ...kept },
      ],
    },
  };
}

const nativeError = objectOf(
  {
    errIndex: integer('Position in the request; -1 when it is not tied to an item.'),
    code: text('The code, whose number names it.', { enum: Object.keys(STATUS) }),
    message: orNull(text('What is wrong.')),
    description: text('Where, and why.'),
  },
  { description: 'One error of the native interface.' },
);

const refusal: Schema = {
  description: 'A refusal of the native interface; over quota the envelope stands in `data`.',
  anyOf: [
    objectOf({ errors: arrayOf(ref('NativeError')), timestamp: text('When.'), response: { type: 'null' } }),
    objectOf({
      status: integer('429.'),
      data: objectOf({
        errors: arrayOf(ref('NativeError')),
        response: { type: 'null' },
        timestamp: text('When.'),
      }),
    }),
  ],
};
