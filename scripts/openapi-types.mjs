// Makes TypeScript types of openapi.json: `paths` and `components`, as openapi-fetch and its kin take them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const { paths, components } = JSON.parse(readFileSync('openapi.json', 'utf8'));

const key = (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
const comment = (text) => (text ? `/** ${text.replaceAll('*/', '*\\/')} */\n` : '');
const object = (members) => (members.length === 0 ? 'Record<string, never>' : `{\n${members.join('\n')}\n}`);
const member = (name, type, { optional, description } = {}) =>
  `${comment(description)}${key(name)}${optional ? '?' : ''}: ${type};`;

/**
 * References are written as openapi-typescript writes them, so that the compiler refuses here what it would refuse in
 * the types that partners generate: a schema that contains itself without an object in between (TS2502).
 */
function typeOf(schema) {
  if (schema.$ref) return `components['schemas'][${JSON.stringify(schema.$ref.split('/').at(-1))}]`;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'array':
      return `(${typeOf(schema.items)})[]`;
    case 'object':
      return objectType(schema);
    default:
      throw new Error(`A schema does not say what it is: ${JSON.stringify(schema)}`);
  }
}

function objectType({ properties = {}, required = [], additionalProperties }) {
  const members = Object.entries(properties).map(([name, schema]) =>
    member(name, typeOf(schema), { optional: !required.includes(name), description: schema.description }),
  );
  const rest =
    additionalProperties && (additionalProperties === true ? 'Json' : typeOf(additionalProperties));
  if (!rest) return object(members);
  return members.length === 0
    ? `{ [name: string]: ${rest} }`
    : `${object(members)} & { [name: string]: ${rest} | undefined }`;
}

const resolved = (response) =>
  response.$ref ? components.responses[response.$ref.split('/').at(-1)] : response;

const contentOf = (content = {}) =>
  object(Object.entries(content).map(([type, { schema }]) => member(type, typeOf(schema))));

function parametersOf(parameters = []) {
  const groups = ['path', 'query', 'header'].map((place) => {
    const own = parameters.filter((parameter) => parameter.in === place);
    const members = own.map(({ name, required, schema, description }) =>
      member(name, typeOf(schema), { optional: !required, description }),
    );
    return member(place, own.length === 0 ? 'never' : object(members), {
      optional: !own.some(({ required }) => required),
    });
  });
  return object(groups);
}

function operationType({ parameters, requestBody, responses }) {
  return object([
    member('parameters', parametersOf(parameters)),
    member(
      'requestBody',
      requestBody ? object([member('content', contentOf(requestBody.content))]) : 'never',
      {
        optional: !requestBody,
      },
    ),
    member(
      'responses',
      object(
        Object.entries(responses).map(([status, response]) => {
          const { content, description } = resolved(response);
          return member(status, object([member('content', contentOf(content))]), { description });
        }),
      ),
    ),
  ]);
}

const pathTypes = Object.entries(paths).map(([path, operations]) =>
  member(
    path,
    object(
      Object.entries(operations).map(([method, operation]) =>
        member(method, operationType(operation), { description: operation.summary }),
      ),
    ),
  ),
);
/** The schema of any JSON value has no keyword but its description. */
const isAny = (schema) => Object.keys(schema).every((keyword) => keyword === 'description');
const schemaTypes = Object.entries(components.schemas).map(([name, schema]) =>
  member(name, isAny(schema) ? 'Json' : typeOf(schema), { description: schema.description }),
);

mkdirSync('src/client/generated', { recursive: true });
writeFileSync(
  'src/client/generated/rest.ts',
  `/** The types of openapi.json; made by codegen. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
export interface paths ${object(pathTypes)}
export interface components { schemas: ${object(schemaTypes)} }
`,
);
