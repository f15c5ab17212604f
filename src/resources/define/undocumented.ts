import type { z } from 'zod';
import { isRecord } from '../../platform/text/typed.ts';
import type { ResourceContext } from '../context.ts';
import { isListType, isObjectType, type Shape, unwrap, unwrapOnce } from './schemas.ts';

/**
 * Some fields of inputs are missing from REST's documents: a definition that REST does not show them says so. To callers
 * of documented interfaces they are fields that the service does not know.
 */
type Caller = Pick<ResourceContext, 'hasDocumentedInputs'>;

function isUndocumented(schema: z.ZodType): boolean {
  if (schema.meta()?.undocumented === true) return true;
  const inner = unwrapOnce(schema);
  return inner !== schema && isUndocumented(inner);
}

/** By the shape of an object: a body can have thousands of objects of one shape. */
const documented = new WeakMap<Shape, Shape>();

/** The fields of an object that the caller can send. */
export function knownShape({ hasDocumentedInputs }: Caller, shape: Shape): Shape {
  if (!hasDocumentedInputs) return shape;
  const known = documented.get(shape);
  if (known) return known;
  const fields = Object.fromEntries(Object.entries(shape).filter(([, field]) => !isUndocumented(field)));
  documented.set(shape, fields);
  return fields;
}

/** Returns a value without the fields in it that the caller cannot send. */
export function knownParts(caller: Caller, schema: z.ZodType, value: unknown): unknown {
  return caller.hasDocumentedInputs && hidesParts(schema) ? withoutHidden(caller, schema, value) : value;
}

function withoutHidden(caller: Caller, schema: z.ZodType, value: unknown): unknown {
  const inner = unwrap(schema);
  if (isListType(inner) && Array.isArray(value))
    return value.map((item) => withoutHidden(caller, inner.element, item));
  if (!isObjectType(inner) || !isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const field = Object.hasOwn(inner.shape, name) ? inner.shape[name] : undefined;
      if (!field) return [[name, part]];
      return isUndocumented(field) ? [] : [[name, withoutHidden(caller, field, part)]];
    }),
  );
}

const hiding = new WeakMap<z.ZodType, boolean>();

/** Whether objects in a value can have undocumented fields. Most cannot, and are not walked. */
function hidesParts(schema: z.ZodType): boolean {
  const known = hiding.get(schema);
  if (known !== undefined) return known;
  const inner = unwrap(schema);
  const hides = isListType(inner)
    ? hidesParts(inner.element)
    : isObjectType(inner) &&
      Object.values(inner.shape).some((field) => isUndocumented(field) || hidesParts(field));
  hiding.set(schema, hides);
  return hides;
}
