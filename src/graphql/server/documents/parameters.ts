import type { FastifyRequest } from 'fastify';
import type { GraphQLParams } from 'graphql-yoga';
import type { Config } from '../../../config.ts';
import { partOf } from '../../../platform/text/typed.ts';
import { isRecord } from '../../../resources/define/input.ts';

const PARAMETERS = ['query', 'operationName', 'variables', 'extensions', 'documentId'];

/**
 * More than any document needs. The number is limited because later steps copy all variables, including unknown ones.
 */
const MAX_VARIABLES = 1_000;
export const TOO_MANY_VARIABLES = `"variables" has more than ${MAX_VARIABLES} names.`;

export const hasTooManyVariables = (variables: unknown): boolean =>
  isRecord(variables) && Object.keys(variables).length > MAX_VARIABLES;

/** Returns whether a request without a text names a document, as clients do in trusted documents mode. */
const namesDocument = ({ documentId, extensions }: Readonly<Record<string, unknown>>): boolean =>
  documentId != null || partOf(extensions, 'persistedQuery') != null;
const NOT_SERVED_BY_ID =
  'Documents are not served by ID here, because FLIGHTLINE_TRUSTED_DOCUMENTS is off. Send the text as "query".';

/** Names in documents cannot be longer. */
const MAX_NAME_LENGTH = 255;
export const LONG_NAME = `"operationName" has more than ${MAX_NAME_LENGTH} characters.`;

export const hasLongName = (name: unknown): boolean =>
  typeof name === 'string' && name.length > MAX_NAME_LENGTH;

/**
 * Returns why the parameters of a request are invalid, if they are (GraphQL over HTTP, "Request Parameters"). A request
 * without a valid document is refused with 400 for every media type.
 */
export function faultOf(
  { method, query, body }: Pick<FastifyRequest, 'method' | 'query' | 'body'>,
  { trustedDocuments }: Pick<Config, 'trustedDocuments'>,
): string | undefined {
  const given = method === 'GET' ? query : body;
  // An empty body has no media type and is refused for that reason.
  if (given === undefined) return undefined;
  if (!isRecord(given))
    return 'The body must be one JSON object with a "query". Batched requests are not supported.';
  const repeated = method === 'GET' && PARAMETERS.find((name) => Array.isArray(given[name]));
  if (repeated) return `"${repeated}" is given more than once.`;
  if (given.query == null && !trustedDocuments)
    return namesDocument(given) ? NOT_SERVED_BY_ID : 'A "query" is required.';
  if (hasTooManyVariables(given.variables)) return TOO_MANY_VARIABLES;
  if (hasLongName(given.operationName)) return LONG_NAME;
  if (method !== 'GET') return undefined;
  const malformed = ['variables', 'extensions'].find((name) => !isJson(given[name]));
  return malformed && `"${malformed}" must be JSON.`;
}

function isJson(text: unknown): boolean {
  if (text === undefined || text === '') return true;
  try {
    JSON.parse(String(text));
    return true;
  } catch {
    return false;
  }
}

/** Returns the parameters in a body or a query, which `faultOf` and GraphQL check. */
export const paramsIn = (given: unknown): GraphQLParams => (isRecord(given) ? (given as GraphQLParams) : {});
