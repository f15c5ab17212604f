import type { z } from 'zod';
import { DomainError, ValidationError, type ValidationIssue } from '../../domain/errors.ts';
import type { InputDefinition } from '../../resources/define/input.ts';
import {
  graphqlName,
  isListType,
  isObjectType,
  type Shape,
  shapeOf,
  unwrap,
} from '../../resources/define/schemas.ts';

/** Inputs and refusals of the domain have REST's names of fields. Here they get GraphQL's. */

interface Named {
  /** The domain's name. */
  readonly name: string;
  readonly schema: z.ZodType;
}
type Names = ReadonlyMap<string, Named>;

const known = new WeakMap<Shape, Names>();

/** The fields of an input object by the names that they have in GraphQL. */
export function fieldsByGraphqlName(shape: Shape): Names {
  const made =
    known.get(shape) ??
    new Map(Object.entries(shape).map(([name, schema]) => [graphqlName(name, schema), { name, schema }]));
  known.set(shape, made);
  return made;
}

/** Runs `work`, and names the fields in its refusals as GraphQL does. */
export async function withGraphqlNames<T>(
  definition: InputDefinition<z.ZodRawShape>,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DomainError ? inGraphqlNames(definition, error) : error;
  }
}

/** The refusal with the names of GraphQL in paths and messages. */
export function inGraphqlNames({ fields }: InputDefinition<z.ZodRawShape>, error: DomainError): DomainError {
  if (!(error instanceof ValidationError)) return error;
  const names = namesOf(fields);
  if (names.size === 0) return error;
  return new ValidationError(
    error.reported.map((issue) => renamedIssue(fields, names, issue)),
    error.more,
  );
}

function renamedIssue(
  schema: z.ZodType,
  names: ReadonlyMap<string, string>,
  { path, message }: ValidationIssue,
): ValidationIssue {
  const named = graphqlPath(schema, path);
  const hasPath = path !== '' && message.startsWith(path);
  const rest = hasPath ? message.slice(path.length) : message;
  // Sentences name other fields, too: "must be after startDate".
  const renamed = rest.replace(/\b[a-z]\w*\b/gi, (word) => names.get(word) ?? word);
  return { path: named, message: hasPath ? named + renamed : renamed };
}

/** `feeList[0].name` → `fees[0].name` */
function graphqlPath(schema: z.ZodType, path: string): string {
  let at: z.ZodType | undefined = schema;
  return path.replace(/[^.[\]]+/g, (part) => {
    const inner: z.ZodType | undefined = at && unwrap(at);
    if (inner && isListType(inner)) {
      at = inner.element;
      return part;
    }
    const shape = inner ? shapeOf(inner) : {};
    at = Object.hasOwn(shape, part) ? shape[part] : undefined;
    return at ? graphqlName(part, at) : part;
  });
}

const renamedNames = new WeakMap<z.ZodType, ReadonlyMap<string, string>>();

/** The names that differ, at any depth: the domain's → GraphQL's. */
function namesOf(schema: z.ZodType): ReadonlyMap<string, string> {
  const names = renamedNames.get(schema) ?? new Map(renamesIn(schema));
  renamedNames.set(schema, names);
  return names;
}

function renamesIn(schema: z.ZodType): (readonly [string, string])[] {
  const inner = unwrap(schema);
  if (isListType(inner)) return renamesIn(inner.element);
  if (!isObjectType(inner)) return [];
  return Object.entries(inner.shape).flatMap(([name, field]) => {
    const graphql = graphqlName(name, field);
    return [...(graphql === name ? [] : [[name, graphql] as const]), ...renamesIn(field)];
  });
}
