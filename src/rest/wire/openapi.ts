import { OBSERVED_TOKEN_ENDPOINT } from '../../domain/access/identity/assertions/token-endpoint.ts';
import { identityDocument } from '../identity/openapi.ts';
import { refusalExamples } from '../openapi/examples.ts';
import { type DocumentSettings, type InterfaceDocument, type Operation, path } from '../openapi/operation.ts';
import { orNull, type Schema } from '../openapi/schemas.ts';
import { trafficInterface } from '../traffic/envelope.ts';
import { trafficDocument } from '../traffic/openapi.ts';
import { LIST_PARAMETERS, trafficOperation } from '../traffic/openapi-resource.ts';
import type { Body } from './divergence.ts';
import { tokenEndpoint } from './identity.ts';
import * as LOOKUPS from './paths/lookup-shapes.ts';
import * as OBJECTS from './paths/object-shapes.ts';
import type { ObservedPath } from './paths/path.ts';
import { OBSERVED_PATHS } from './paths/paths.ts';
import type { NamedShape } from './paths/shapes.ts';
import { rewording } from './reword.ts';

/** The paths of the observed profile that the documents lack, in the envelope of the traffic interface. */
export function observedTrafficDocument(): InterfaceDocument {
  const { schemas, ...traffic } = trafficDocument();
  const shapes = [...Object.values(OBJECTS), ...Object.values(LOOKUPS)].filter(isNamed);
  return {
    ...traffic,
    description: 'Paths under `/traffic` for clients with the wire profile `observed`.',
    refusalExamples: observedRefusals(),
    operations: OBSERVED_PATHS.map(observedOperation),
    schemas: {
      [traffic.refusal]: withMessages(schemas[traffic.refusal] as RefusalSchema),
      ...Object.fromEntries(shapes.map(({ name, fields }) => [name, fields])),
    },
  };
}

/** The errors of the traffic interface, as these clients get them. */
function observedRefusals(): Readonly<Record<number, unknown>> {
  const reworded = rewording('traffic');
  return refusalExamples({
    refuse: (refusal, now) => {
      const answer = trafficInterface.refuse(refusal, now);
      return { ...answer, body: reworded(answer.body as Body, refusal) };
    },
  });
}

type RefusalSchema = Schema & {
  readonly properties: {
    readonly errors: Schema & { readonly properties: { readonly validationErrors: Schema } };
  };
};

/** Adds `validationMessages`: in `errors`, or next to it if the quota is used up. */
function withMessages(schema: RefusalSchema): Schema {
  const { errors } = schema.properties;
  const validationMessages = errors.properties.validationErrors;
  const extended = { ...errors, properties: { ...errors.properties, validationMessages } };
  return { ...schema, properties: { ...schema.properties, errors: orNull(extended), validationMessages } };
}

const isNamed = (shape: unknown): shape is NamedShape =>
  typeof shape === 'object' && shape !== null && 'fields' in shape;

/** `listSiteLists` → `List site lists` */
const summaryOf = (id: string): string => {
  const words = id.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function observedOperation(observed: ObservedPath): Operation {
  const { method, id, answers, body, response, query = [], isPaged } = observed;
  const names = [...observed.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const own = new Set(query.map(({ name }) => name));
  const operation = trafficOperation({
    method: METHODS[method],
    path: `/traffic${observed.path.replace(/:(\w+)/g, '{$1}')}`,
    id,
    summary: summaryOf(id),
    parameters: [
      ...names.map((name) =>
        path(name, `The ${name} of the resource.`, { type: name === 'id' ? 'integer' : 'string' }),
      ),
      ...query,
      ...(isPaged ? LIST_PARAMETERS.filter(({ name }) => !own.has(name)) : []),
    ],
    response: response.schema,
    example: response.example,
    ...(body && { body: { type: 'application/json', ...body } }),
  });
  return { ...operation, description: answers };
}

const METHODS = { GET: 'get', POST: 'post', PUT: 'put' } as const;

/** The token endpoint of the observed profile. */
export function observedIdentityDocument(settings: DocumentSettings): InterfaceDocument {
  const identity = identityDocument(settings);
  const { TokenRequest, Token, OAuthError } = identity.schemas;
  return {
    ...identity,
    description: 'Issues access tokens to clients that have this path built in.',
    operations: identity.operations
      .filter(({ id }) => id === 'requestToken')
      .map((operation) => ({
        ...operation,
        path: OBSERVED_TOKEN_ENDPOINT.path,
        description: tokenEndpoint.differs,
      })),
    schemas: {
      TokenRequest: {
        ...TokenRequest,
        required: ['grant_type', 'client_assertion_type', 'client_assertion', 'scope'],
      },
      Token: Token ?? {},
      OAuthError: OAuthError ?? {},
    },
  };
}
