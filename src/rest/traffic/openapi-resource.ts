import { spaced, withArticle } from '../../platform/text/words.ts';
import { MAX_LIMIT } from '../../resources/filter/listing.ts';
import { EXAMPLE_TIME, type ResourceExample, updatedAnswer } from '../openapi/examples.ts';
import {
  IDEMPOTENCY_KEY,
  type Operation,
  type Parameter,
  path,
  query,
  SEAT_ID,
} from '../openapi/operation.ts';
import { arrayOf, objectOf, ref, type Schema, text } from '../openapi/schemas.ts';
import { envelope } from './envelope.ts';

const READ = [401, 404, 429, 500, 503];
const ASK = [400, 401, 404, 429, 500, 503];
const WRITE = [400, 401, 403, 404, 409, 413, 415, 429, 500, 503];
const ID = path('id', 'The ID of the resource.');

export const LIST_PARAMETERS: readonly Parameter[] = [
  query('query', 'Returns only resources whose name contains this text, ignoring case.'),
  query('page', 'The page number, starting at 1.', { type: 'integer', minimum: 1, default: 1 }),
  query('limit', 'The number of rows per page.', {
    type: 'integer',
    minimum: 1,
    maximum: MAX_LIMIT,
    default: 25,
  }),
  query('sort', 'The scalar field to sort by. Default `id`.'),
  query('dir', 'The direction of the sort: `ASC` or `DESC`, in any case.', {
    type: 'string',
    default: 'ASC',
  }),
];

/** Returns an operation whose response is in the traffic envelope. */
export function trafficOperation(
  operation: Pick<Operation, 'method' | 'path' | 'id' | 'summary' | 'body'> & {
    parameters?: readonly Parameter[];
    response: Schema;
    /** An example of the response, without its envelope. */
    example: unknown;
  },
): Operation {
  const { response, example, parameters = [], ...rest } = operation;
  const isRead = operation.method === 'get';
  const isAsked = parameters.some((parameter) => parameter.in === 'query');
  return {
    ...rest,
    parameters: [...parameters, SEAT_ID, ...(isRead ? [] : [IDEMPOTENCY_KEY])],
    answer: objectOf({
      response,
      errors: { type: 'null' },
      timeStamp: text('The time of the response.', { format: 'date-time' }),
    }),
    example: envelope(example, EXAMPLE_TIME),
    refusals: isRead ? (isAsked ? ASK : READ) : WRITE,
  };
}

/** Returns the four operations that most resources have. `alias` is a second path segment for PUT. */
export function resourceOperations(resource: {
  name: string;
  plural: string;
  segment: string;
  example: ResourceExample;
  parent?: string;
  listItem?: string;
  alias?: string;
  without?: 'put';
  /** Set if reading one object also accepts its parent, and returns 404 if it belongs to another. */
  oneOfParent?: true;
}): Operation[] {
  const { name, plural, segment, example, parent, listItem = name, alias, without, oneOfParent } = resource;
  const base = `/traffic/${segment}`;
  const json = (schema: string, body: unknown) => ({
    type: 'application/json',
    schema: ref(schema),
    example: body,
  });
  const ofParent = parent
    ? [
        query(
          parent,
          'The ID of the parent whose resources are listed.',
          { type: 'integer', minimum: 1 },
          true,
        ),
      ]
    : [];
  const update = (segmentOfPut: string, id: string): Operation =>
    trafficOperation({
      method: 'put',
      path: `/traffic/${segmentOfPut}/{id}`,
      id,
      summary: `Update ${withArticle(spaced(name))}`,
      parameters: [ID],
      body: json(`${name}Update`, example.update),
      response: ref(name),
      example: updatedAnswer(example),
    });
  return [
    trafficOperation({
      method: 'get',
      path: base,
      id: `list${plural}`,
      summary: `List ${spaced(plural)}`,
      parameters: [...ofParent, ...LIST_PARAMETERS],
      response: arrayOf(ref(listItem)),
      example: [example.listItem ?? example.answer],
    }),
    trafficOperation({
      method: 'post',
      path: base,
      id: `create${name}`,
      summary: `Create ${withArticle(spaced(name))}`,
      body: json(`${name}Create`, example.create),
      response: ref(name),
      example: example.answer,
    }),
    trafficOperation({
      method: 'get',
      path: `${base}/{id}`,
      id: `get${name}`,
      summary: `Get ${withArticle(spaced(name))}`,
      parameters: [ID, ...(oneOfParent ? ofParent.map((one) => ({ ...one, required: false })) : [])],
      response: ref(name),
      example: example.answer,
    }),
    ...(without === 'put' ? [] : [update(segment, `update${name}`)]),
    ...(alias ? [update(alias, `update${name}ByAlias`)] : []),
  ];
}
