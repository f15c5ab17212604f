import type { Service } from '../../config.ts';
import { attributionDocument } from '../attribution/openapi.ts';
import { identityDocument } from '../identity/openapi.ts';
import { intakeDocument } from '../intake/openapi.ts';
import { nativeDocument } from '../native/openapi.ts';
import { reportingDocument } from '../reporting/openapi.ts';
import { trafficDocument } from '../traffic/openapi.ts';
import { observedIdentityDocument, observedTrafficDocument } from '../wire/openapi.ts';
import type { DocumentSettings, Header, InterfaceDocument, Operation, Parameter } from './operation.ts';
import { JSON_SCHEMA, ref, type Schema } from './schemas.ts';
import { WEBHOOKS } from './webhooks.ts';

const INTERFACES: Interfaces = [
  ['identity', identityDocument],
  ['intake', intakeDocument],
  ['attribution', attributionDocument],
  ['traffic', trafficDocument],
  ['native', nativeDocument],
  ['reporting', reportingDocument],
];

const OBSERVED: Interfaces = [
  ['identity', observedIdentityDocument],
  ['traffic', observedTrafficDocument],
];

const REASONS: Readonly<Record<number, string>> = {
  400: 'A value is invalid. All problems are listed.',
  401: 'The access token is missing, invalid, expired or revoked, or lacks the required scope.',
  403: 'The user’s role does not allow the operation, or the signature of the link is invalid.',
  404: 'The seat has no such resource.',
  405: 'The seat is being synchronized and is read-only.',
  406: 'The object or list is disabled.',
  408: 'The request took too long to arrive.',
  409: 'The resource was changed in the meantime, or the idempotency key is in use or was used with another request.',
  410: 'The report has expired.',
  413: 'The body or the result of the request is too large.',
  414: 'The URL is longer than 16 KiB.',
  415: 'The Content-Type or Content-Encoding is not supported.',
  416: 'The range lies outside of the file.',
  422: 'The report does not exist, or it combines dimensions and metrics that cannot be combined.',
  429: 'A quota is used up. `Retry-After` tells when the request can be repeated.',
  500: 'An internal error occurred. The log of the service has details under the request ID.',
  503: 'The service is temporarily unavailable. `Retry-After` tells when the request can be repeated.',
};

const RETRY_AFTER: Header = {
  description: 'The number of seconds until the request can be repeated.',
  schema: { type: 'integer', minimum: 1 },
  required: true,
};
/** Headers of a status, for every interface. */
const HEADERS: Readonly<Record<number, Readonly<Record<string, Header>>>> = {
  401: {
    'WWW-Authenticate': {
      description:
        '`Bearer`, with `error="invalid_token"` or `error="insufficient_scope"` and the `scope` if a token was sent.',
      schema: { type: 'string' },
    },
  },
  429: { 'Retry-After': RETRY_AFTER },
  503: { 'Retry-After': RETRY_AFTER },
};

const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', description: 'An access token as a Bearer token.' },
  bareToken: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'An access token without a scheme.',
  },
  authMethod: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Auth-Method',
    description: 'The authentication method. Always `OAuth2`.',
  },
  authToken: { type: 'apiKey', in: 'header', name: 'X-Auth-Token', description: 'An access token.' },
};
/** Both headers are required. */
const XAUTH = { authMethod: [], authToken: [] };

interface DocumentOptions {
  readonly settings: DocumentSettings;
  readonly services: ReadonlySet<Service>;
  readonly url: string;
}
type Interfaces = readonly (readonly [Service, (settings: DocumentSettings) => InterfaceDocument])[];

/** Returns the OpenAPI 3.1 document of the enabled REST interfaces. */
export function openApiDocument(options: DocumentOptions) {
  const about = {
    title: 'Flightline REST',
    description:
      'The REST interfaces of Flightline: token service, pixel events, conversion postback, traffic, native and reporting. Every response has the header `X-Request-Id`.',
  };
  // Webhooks are managed over GraphQL.
  return documentOf(options, INTERFACES, about, options.services.has('graphql') ? WEBHOOKS : undefined);
}

/** Returns the OpenAPI 3.1 document of the paths that only clients of the observed wire profile can use. */
export const observedDocument = (options: DocumentOptions) =>
  documentOf(options, OBSERVED, {
    title: 'Flightline REST, observed profile',
    description:
      'Paths that only clients with the wire profile `observed` can use, in addition to those of `/openapi.json`. `docs/wire-profiles.md` lists what these clients send and expect otherwise on the paths of that document.',
  });

function documentOf(
  { settings, services, url }: DocumentOptions,
  all: Interfaces,
  about: { title: string; description: string },
  webhooks?: typeof WEBHOOKS,
) {
  const interfaces = all.filter(([service]) => services.has(service)).map(([, make]) => make(settings));
  const paths: Record<string, Record<string, unknown>> = {};
  for (const made of interfaces)
    for (const operation of made.operations)
      paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(made, operation) };
  return {
    openapi: '3.1.0',
    info: {
      title: about.title,
      version: '1',
      description: about.description,
      contact: { name: 'The operator of this service', url },
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url }],
    tags: [
      ...interfaces.map(({ tag, description }) => ({ name: tag, description })),
      ...(webhooks ? [webhooks.tag] : []),
    ],
    paths,
    ...(webhooks && { webhooks: webhooks.webhooks }),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      responses: Object.assign({}, ...interfaces.map(refusalsOf)) as Record<string, object>,
      schemas: Object.assign(
        { Json: JSON_SCHEMA },
        ...interfaces.map(({ schemas }) => schemas),
        webhooks?.schemas,
      ) as Record<string, Schema>,
    },
  };
}

/** Returns the name of each operation, by method and path with `{}` for each parameter. */
export function operationNames(settings: DocumentSettings): ReadonlyMap<string, string> {
  const operations = INTERFACES.flatMap(([, make]) => make(settings).operations);
  return new Map(
    operations.map(({ method, path, id }) => [
      `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`,
      id,
    ]),
  );
}

function describe(made: InterfaceDocument, operation: Operation) {
  const { id, summary, description, parameters = [], body, answer, example, others = {}, open } = operation;
  const mediaTypes = 'mediaTypes' in answer ? answer.mediaTypes : { 'application/json': answer };
  const content = contentOf(mediaTypes as Record<string, Schema>, example);
  return {
    operationId: id,
    tags: [made.tag],
    summary,
    description: description ?? `${summary}.`,
    security: open ? [] : made.security.map((name) => (name === 'xAuth' ? XAUTH : { [name]: [] })),
    ...(parameters.length > 0 && { parameters: parameters.map(described) }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          [body.type]: { schema: body.schema, example: body.example },
        },
      },
    }),
    responses: {
      200: {
        description: 'The request succeeded.',
        ...(made.headers && { headers: made.headers }),
        content,
      },
      ...Object.fromEntries(
        Object.entries(others).map(([status, text]) => [
          status,
          { description: text, ...(status !== NOT_MODIFIED && { content }) },
        ]),
      ),
      ...Object.fromEntries(
        statusesOf(operation).map((status) => [
          status,
          { $ref: `#/components/responses/${refusalName(made, status)}` },
        ]),
      ),
    },
  };
}

/** It has no body. All other successful responses have the body of 200. */
const NOT_MODIFIED = '304';

/** Any request can have an address that is too long. */
const URI_TOO_LONG = 414;
const statusesOf = ({ refusals }: Operation): readonly number[] => [...refusals, URI_TOO_LONG];

const described = ({ name, ...rest }: Parameter) => ({ name, ...rest });

const contentOf = (mediaTypes: Readonly<Record<string, Schema>>, example?: unknown) =>
  Object.fromEntries(
    Object.entries(mediaTypes).map(([type, schema]) => [
      type,
      { schema, ...(example !== undefined && { example }) },
    ]),
  );

const refusalName = (made: InterfaceDocument, status: number) => `${made.refusal}${status}`;

/** Returns one response for each error status of the interface. */
function refusalsOf(made: InterfaceDocument) {
  const statuses = new Set(made.operations.flatMap(statusesOf));
  return Object.fromEntries(
    [...statuses].map((status) => [
      refusalName(made, status),
      {
        description: REASONS[status] ?? 'The request was refused.',
        ...headersOf(made, status),
        content: contentOf({ 'application/json': ref(made.refusal) }, made.refusalExamples[status]),
      },
    ]),
  );
}

/** An error before the call was counted only has the headers of its status. */
function headersOf(made: InterfaceDocument, status: number) {
  const headers = { ...(status !== 401 && status !== URI_TOO_LONG && made.headers), ...HEADERS[status] };
  return Object.keys(headers).length > 0 && { headers };
}
