import { readdirSync, readFileSync } from 'node:fs';
import Ajv, { type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Reply } from '../../support/app.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document is JSON of any shape
type Json = any;

/** Columns of all tables: a passthrough field of such a name in a response has leaked. */
const schemaDir = new URL('../../../prisma/schema/', import.meta.url);
const COLUMNS = readdirSync(schemaDir).flatMap((file) =>
  [...readFileSync(new URL(file, schemaDir), 'utf8').matchAll(/^ {2}([a-z]\w*) +[A-Z]/gm)].map(
    ([, name]) => name as string,
  ),
);

function validatorsOf(document: Json) {
  const ajv = new Ajv.default({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(closed(document), 'openapi');
  const validators = new Map<string, ValidateFunction>();
  return (pointer: string): ValidateFunction => {
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `openapi${pointer}` });
    validators.set(pointer, validate);
    return validate;
  };
}

const findingsOf = ({ errors }: ValidateFunction): string[] =>
  (errors ?? []).map((error) => `${error.instancePath} ${error.message}: ${JSON.stringify(error.params)}`);

/** Checks values against a schema of an OpenAPI document, such as `#/components/schemas/Line`. */
export function schemaChecker(document: Json) {
  const validatorOf = validatorsOf(document);
  return (pointer: string, value: unknown): string[] => {
    const validate = validatorOf(pointer);
    return validate(value) ? [] : findingsOf(validate);
  };
}

/** Checks answers against an OpenAPI document; a field that it does not name is a finding too. */
export function answerChecker(document: Json) {
  const validatorOf = validatorsOf(document);
  const templates = Object.keys(document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }));
  // The most exact first: `/extreport/cob` is no report's ID.
  templates.sort((a, b) => a.path.split('{').length - b.path.split('{').length);

  /** What is wrong with an answer; nothing when the document allows it. */
  return (method: string, url: string, { status, headers, body }: Reply): string[] => {
    const target = (url.split('?')[0] ?? '').replace(/(.)\/$/, '$1');
    const path = templates.find(({ pattern }) => pattern.test(target))?.path;
    const operation = path && document.paths[path][method.toLowerCase()];
    if (!operation) return [`${method} ${target} is not in the document`];
    const response = operation.responses[status];
    if (!response) return [`${status} is no answer of ${method} ${path}`];
    const pointer =
      response.$ref ?? `#/paths/${pointerPart(path)}/${method.toLowerCase()}/responses/${status}`;
    const described = response.$ref
      ? document.components.responses[response.$ref.split('/').at(-1)]
      : response;
    const missing = Object.entries<Json>(described.headers ?? {}).flatMap(([name, header]) =>
      header.required && headers[name.toLowerCase()] === undefined ? [`${name} is missing`] : [],
    );
    if (missing.length > 0) return missing;
    const type = String(headers['content-type']).split(';')[0] ?? '';
    const { content } = described;
    if (!content?.[type]) return body === '' ? [] : [`${type} is no media type of ${method} ${path}`];
    const validate = validatorOf(`${pointer}/content/${pointerPart(type)}/schema`);
    return validate(body) ? [] : findingsOf(validate);
  };
}

/** A name in a JSON pointer that is part of a URI. */
export const pointerPart = (part: string) =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

/** The document with every object closed that does not say that it is open. */
function closed(value: Json): Json {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, closed(part)]));
  if (copy.additionalProperties?.['x-kept-field'])
    copy.properties = { ...Object.fromEntries(COLUMNS.map((name) => [name, false])), ...copy.properties };
  if (copy.type === 'object' && copy.properties && !('additionalProperties' in copy))
    copy.additionalProperties = false;
  return copy;
}
