import type { z } from 'zod';
import { ValidationError } from '../../../domain/errors.ts';
import { withArticle } from '../../../platform/text/words.ts';
import { isRecord } from '../../../resources/define/input.ts';
import { isListType, isObjectType, traitOf, unwrap } from '../../../resources/define/schemas.ts';
import { graphqlFault } from '../../server/fault.ts';
import { fieldsByGraphqlName } from '../field-names.ts';

/** Returns a global ID, which is readable, such as `Advertiser:123`. Arguments also accept the bare number. */
export function globalId(type: string, id: number): string {
  return `${type}:${id}`;
}

const SHAPE = /^(?:([A-Za-z]+):)?(\d{1,15})$/;

/**
 * Returns the number in an ID argument. Throws an error that names the argument if the ID is invalid or of another
 * type.
 */
export function idArgument(type: string, value: string, argument = 'id'): number {
  const id = numberIn(type, value);
  if (id !== undefined) return id;
  const message = `Argument "${argument}" must be the ID of ${withArticle(type)}, such as "${type}:123".`;
  throw graphqlFault('BAD_USER_INPUT', message, { argument });
}

/** Returns the number in an ID of an input. Throws ValidationError if it is invalid or of another type. */
export function inputId(type: string, value: string, path: string): number {
  const id = numberIn(type, value);
  if (id !== undefined) return id;
  const message = `${path} must be the ID of ${withArticle(type)}, such as "${type}:123"`;
  throw new ValidationError([{ path, message }]);
}

/**
 * Converts an input to that of the domain: fields to the domain's names, IDs to numbers, and times and some Booleans to
 * text. Invalid IDs stay as they are, so that the domain reports them with all other problems.
 */
export function withIds(input: unknown, schema: z.ZodType): unknown {
  const { kind, of } = traitOf(schema);
  if (kind === 'flag') return typeof input === 'boolean' ? textFlagOf(input) : input;
  if (kind === 'instant') return input instanceof Date ? input.toISOString() : input;
  if (kind === 'id' && of !== undefined)
    return typeof input === 'string' ? (numberIn(of, input) ?? input) : input;
  const inner = unwrap(schema);
  if (isListType(inner) && Array.isArray(input)) return input.map((item) => withIds(item, inner.element));
  if (!isObjectType(inner) || !isRecord(input)) return input;
  const fields = fieldsByGraphqlName(inner.shape);
  return Object.fromEntries(
    Object.entries(input).map(([given, value]) => {
      const { name, schema } = fields.get(given) ?? { name: given };
      return [name, schema ? withIds(value, schema) : value];
    }),
  );
}

/** The native interface has `TRUE` for `true`. */
export const textFlagOf = (value: boolean): 'TRUE' | 'FALSE' => (value ? 'TRUE' : 'FALSE');

export function numberIn(type: string, value: string): number | undefined {
  const parts = SHAPE.exec(value);
  if (!parts || (parts[1] !== undefined && parts[1] !== type)) return undefined;
  return Number(parts[2]);
}
