import type { z } from 'zod';
import { InexactNumber } from '../../platform/json/exact-number.ts';
import { isRecord } from '../../platform/text/typed.ts';
import type { ResourceContext } from '../context.ts';
import { pathText } from './issues.ts';
import { isListType, isNumberType, isObjectType, maxItems, type Shape, traitOf, unwrap } from './schemas.ts';
import { knownShape } from './undocumented.ts';

/**
 * Responses contain null for unset fields. When they are sent back, null counts as not sent at every depth.
 * In number fields, an InexactNumber is replaced with the nearest double.
 */
export function withoutUnsetValues(schema: z.ZodType, value: unknown): unknown {
  // Most bodies contain neither, and copying a list of hundreds is expensive.
  if (!hasUnsetValues(value)) return value;
  if (value === null) return schema.safeParse(null).success ? null : undefined;
  const inner = unwrap(schema);
  if (value instanceof InexactNumber) return isNumberType(inner) ? Number(value.text) : value;
  if (isObjectType(inner) && isRecord(value)) {
    const { shape } = inner;
    // Merging would treat an undefined entry as sent, and clear the stored value.
    return Object.fromEntries(
      Object.entries(value)
        .map(([name, part]) => [name, fieldWithoutUnsetValues(shape, name, part)])
        .filter(([, part]) => part !== undefined),
    );
  }
  if (isListType(inner) && Array.isArray(value))
    return value.map((part) => (part === null ? null : withoutUnsetValues(inner.element, part)));
  return value;
}

function fieldWithoutUnsetValues(shape: Shape, name: string, value: unknown): unknown {
  const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
  return field && withoutUnsetValues(field, value);
}

/**
 * Returns the paths of nulls that do not clear a field. A null ID refers to nothing, and a list reports its
 * null items itself.
 */
export function nullsIn(schema: z.ZodType, value: unknown, path: readonly PropertyKey[]): string[] {
  if (value === null) return path.at(-1) === 'id' || schema.safeParse(null).success ? [] : [pathText(path)];
  if (!hasUnsetValues(value) || traitOf(schema).isWhole) return [];
  const inner = unwrap(schema);
  if (isObjectType(inner) && isRecord(value))
    return Object.entries(inner.shape).flatMap(([name, field]) =>
      Object.hasOwn(value, name) ? nullsIn(field, value[name], [...path, name]) : [],
    );
  if (!isListType(inner) || !Array.isArray(value)) return [];
  return value.flatMap((part, index) =>
    part === null ? [] : nullsIn(inner.element, part, [...path, index]),
  );
}

function hasUnsetValues(value: unknown): boolean {
  if (typeof value !== 'object') return false;
  if (value === null || value instanceof InexactNumber) return true;
  // `Object.values` would copy a list, which can have half a million items.
  return (Array.isArray(value) ? value : Object.values(value)).some(hasUnsetValues);
}

/**
 * Yields the paths that no schema contains, in the order in which they were sent. Scalars contain no paths.
 */
export function* unknownPaths(
  ctx: ResourceContext,
  schema: z.ZodType,
  value: object,
  base: readonly PropertyKey[] = [],
): Generator<string> {
  const inner = unwrap(schema);
  if (isObjectType(inner) && isRecord(value)) {
    const shape = knownShape(ctx, inner.shape);
    for (const [name, part] of Object.entries(value)) {
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (!field) yield pathText([...base, name]);
      else if (isObject(part)) yield* unknownPaths(ctx, field, part, [...base, name]);
    }
  } else if (isListType(inner) && Array.isArray(value)) {
    // Further items of a list would only repeat the same names.
    for (const [index, part] of value.slice(0, 1000).entries())
      if (isObject(part)) yield* unknownPaths(ctx, inner.element, part, [...base, index]);
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Yields the lists with more items than their type allows. They are rejected before they are parsed: zod
 * validates every item first, and a body can contain half a million.
 */
export function overlongLists(
  schema: z.ZodType,
  value: unknown,
  path: readonly PropertyKey[],
): { path: readonly PropertyKey[]; max: number }[] {
  if (!isObject(value)) return [];
  const inner = unwrap(schema);
  if (isObjectType(inner) && isRecord(value))
    return Object.entries(inner.shape).flatMap(([name, field]) =>
      Object.hasOwn(value, name) ? overlongLists(field, value[name], [...path, name]) : [],
    );
  if (!isListType(inner) || !Array.isArray(value)) return [];
  const max = maxItems(inner);
  if (value.length > max) return [{ path, max }];
  return mayHoldLists(inner.element)
    ? value.flatMap((part, index) => overlongLists(inner.element, part, [...path, index]))
    : [];
}

const mayHoldLists = (schema: z.ZodType): boolean => {
  const inner = unwrap(schema);
  return isListType(inner) || (isObjectType(inner) && Object.values(inner.shape).some(mayHoldLists));
};

/**
 * Returns the rest of a value with invalid parts, so that rules can check it: lists without invalid items, objects
 * without invalid fields. `places` receives the original indexes of the items that remain of a list, by its path.
 */
export function acceptedParts(
  schema: z.ZodType,
  value: unknown,
  { at, places }: { readonly at: readonly PropertyKey[]; readonly places: Map<string, number[]> },
): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  if (result.error.issues.some(({ path }) => path.length === 0)) return undefined;
  const inner = unwrap(schema);
  if (isListType(inner) && Array.isArray(value)) {
    const items = value.map((item, index) =>
      acceptedParts(inner.element, item, { at: [...at, index], places }),
    );
    const valid = [...items.keys()].filter((index) => items[index] !== undefined);
    if (valid.length === 0) return undefined;
    places.set(pathText(at), valid);
    return valid.map((index) => items[index]);
  }
  if (!isObjectType(inner) || !isRecord(value)) return undefined;
  const parts = Object.entries(inner.shape).flatMap(([name, field]) => {
    const sent = Object.hasOwn(value, name) ? value[name] : undefined;
    const part = acceptedParts(field, sent, { at: [...at, name], places });
    return part === undefined ? [] : [[name, part] as const];
  });
  return parts.length > 0 ? Object.fromEntries(parts) : undefined;
}
