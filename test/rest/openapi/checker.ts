import { readdirSync, readFileSync } from 'node:fs';
import Ajv, { type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Reply } from '../../support/app.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document is JSON of any shape
type Json = any;

/** Columns of all tables: a kept field of such a name in an answer has leaked. */
const schemaDir = new URL('../../../prisma/schema/', import.meta.url);
const COLUMNS = readdirSync(schemaDir).flatMap((file) =>
  [...readFileSync(new URL(file, schemaDir), 'utf8').matchAll(/^ {2}([a-z]\w*) +[A-Z]/gm)].map(
    ([, name]) => name as string,
  ),
);

/** Checks answers against an OpenAPI document; a field that it does not name is a finding too. */
export function answerChecker(document: Json) {
  const ajv = new Ajv.default({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(closed(document), 'openapi');
  const templates = Object.keys(document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }));
  // The most exact first: `/extreport/cob` is no report's ID.
  templates.sort((a, b) => a.path.split('{').length - b.path.split('{').length);

  const validators = new Map<string, ValidateFunction>();
  const validatorOf = ($ref: string): ValidateFunction => {
    const validate = validators.get($ref) ?? ajv.compile({ $ref });
    validators.set($ref, validate);
    return validate;
  };

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
    const validate = validatorOf(`openapi${pointer}/content/${pointerPart(type)}/schema`);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(
      (error) => `${error.instancePath} ${error.message}: ${JSON.stringify(error.params)}`,
    );
  };
}

const pointerPart = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

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
