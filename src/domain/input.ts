import type { z } from 'zod';
import type { DomainContext } from './context.ts';
import { ValidationError, type ValidationIssue } from './errors.ts';
import { InexactNumber } from './exact-number.ts';
import { isListType, isNumberType, isObjectType, type Shape, shapeOf, unwrap } from './schemas.ts';
import { isRecord } from './typed.ts';

export { isRecord };

/** The input of a resource: its fields, and the read-only fields (`id`, `updatedAt`, …). */
export interface InputDefinition<Shape extends z.ZodRawShape> {
  readonly fields: z.ZodObject<Shape>;
  /** Ignored silently, so that what a GET returned can be PUT back (RULINGS T3). */
  readonly readOnly: readonly string[];
  /**
   * The interface documents the fields elsewhere, so unknown ones are stored and returned as sent (see
   * `keptFields`).
   */
  readonly keepsUnknown?: true;
}

export function defineInput<Shape extends z.ZodRawShape>(
  definition: InputDefinition<Shape>,
): InputDefinition<Shape> {
  return definition;
}

/** Optional means absent, never `undefined`. */
type Exact<T> = T extends Date
  ? T
  : T extends readonly (infer Item)[]
    ? Exact<Item>[]
    : T extends object
      ? { [Key in keyof T]: Exact<Exclude<T[Key], undefined>> }
      : T;

export type Fields<Shape extends z.ZodRawShape> = Exact<z.output<z.ZodObject<Shape>>>;

/**
 * Collects all problems of an input, so that they are reported together. A field or list item that is refused
 * is absent from the result of `parse`; rules check what is left.
 */
export class Problems {
  readonly #issues: ValidationIssue[] = [];
  /** Of a list from which items were refused: where the items that `parse` answers were sent. */
  readonly #places = new Map<string, number[]>();

  get issues(): readonly ValidationIssue[] {
    return this.#issues;
  }

  /** `message` without the path: "is required". */
  add(path: string, message: string): void {
    this.#push(this.#asSent(path), this.#asSent(message));
  }

  /** A documented message that is used as it is, without the path. */
  say(path: string, sentence: string): void {
    this.#issues.push({ path: this.#asSent(path), message: sentence });
  }

  /** Whether the value at the path, or anything in it, was refused. */
  has(path: string): boolean {
    return this.#issues.some(
      (issue) =>
        issue.path === path || issue.path.startsWith(`${path}.`) || issue.path.startsWith(`${path}[`),
    );
  }

  throwIfAny(): void {
    if (this.#issues.length > 0) throw new ValidationError(this.#issues);
  }

  /** Throws if there is any problem. Otherwise, the result of `parse` is complete. */
  complete<Shape extends z.ZodRawShape>(
    fields: Partial<Fields<Shape>>,
    _definition: InputDefinition<Shape>,
  ): Fields<Shape> {
    this.throwIfAny();
    return fields as Fields<Shape>;
  }

  /** Checks all fields. `null` counts as not sent if the field does not accept null. */
  parse<Shape extends z.ZodRawShape>(
    ctx: DomainContext,
    definition: InputDefinition<Shape>,
    raw: unknown,
  ): Partial<Fields<Shape>> {
    if (!isRecord(raw)) {
      this.add('', 'must be a JSON object');
      return {};
    }
    const shape = shapeOf(definition.fields);
    const accepted: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(shape)) {
      const value = Object.hasOwn(raw, name) ? settled(field, raw[name]) : undefined;
      const result = field.safeParse(value);
      if (result.success) {
        if (result.data !== undefined) accepted[name] = result.data;
      } else {
        // The first reason is sufficient: it does not help to know that an empty text is not a time zone either.
        const reasons = new Map<string, string>();
        for (const issue of result.error.issues) {
          const path = pathText([name, ...issue.path]);
          if (!reasons.has(path)) reasons.set(path, messageOf(issue));
        }
        for (const [path, reason] of reasons) this.#push(path, reason);
        const refused = result.error.issues.map(({ path }) => path);
        const rest = this.#standing([name], value, refused);
        if (rest !== undefined) {
          const again = field.safeParse(rest);
          if (again.success) accepted[name] = again.data;
        }
      }
    }
    this.#unknown(ctx, definition, raw);
    return accepted as Partial<Fields<Shape>>;
  }

  /**
   * What stands of a value of which parts are refused: lists without their refused items, also within an
   * object, so that rules check the others; undefined when nothing does.
   */
  #standing(
    at: readonly PropertyKey[],
    value: unknown,
    refused: readonly (readonly PropertyKey[])[],
  ): unknown {
    if (refused.some((path) => path.length === 0)) return undefined;
    if (Array.isArray(value)) {
      const items = new Set(refused.map(([index]) => index));
      const places = [...value.keys()].filter((index) => !items.has(index));
      if (places.length === 0) return undefined;
      this.#places.set(pathText(at), places);
      return places.map((index) => value[index]);
    }
    if (!isRecord(value)) return undefined;
    const rest = { ...value };
    for (const name of new Set(refused.map(([name]) => String(name)))) {
      const part = rest[name];
      const within = refused.filter(([first]) => first === name).map(([, ...path]) => path);
      if (!Array.isArray(part) || within.some((path) => path.length === 0)) return undefined;
      rest[name] = this.#standing([...at, name], part, within);
    }
    return rest;
  }

  /** Rules count the valid items, but the caller knows the items by their original positions. */
  #asSent(text: string): string {
    return text.replace(/(?<![\w.])([\w.]+)\[(\d+)\]/g, (whole, name: string, index: string) => {
      const place = this.#places.get(name)?.[Number(index)];
      return place === undefined ? whole : `${name}[${place}]`;
    });
  }

  #push(path: string, message: string): void {
    this.#issues.push({ path, message: path === '' ? capital(message) : `${path} ${message}` });
  }

  #unknown(ctx: DomainContext, definition: InputDefinition<z.ZodRawShape>, raw: Record<string, unknown>) {
    for (const path of unknownPaths(definition.fields, raw)) {
      if (definition.readOnly.includes(path)) continue;
      if (definition.keepsUnknown && Object.hasOwn(raw, path)) continue;
      if (ctx.config.strictFields) this.#push(path, 'is not a known field');
      else ctx.ignoredFields.push(path);
    }
  }
}

/**
 * Answers carry null for what is not set; sent back, it means "not sent" at every depth. A known number is the
 * double next to what was sent.
 */
function settled(schema: z.ZodType, value: unknown): unknown {
  // Most bodies have neither, and copying a list of hundreds is expensive.
  if (!isUnsettled(value)) return value;
  if (value === null) return schema.safeParse(null).success ? null : undefined;
  const inner = unwrap(schema);
  if (value instanceof InexactNumber) return isNumberType(inner) ? Number(value.text) : value;
  if (isObjectType(inner) && isRecord(value)) {
    const { shape } = inner;
    // An undefined entry would count as sent when merging and clear the stored value.
    return Object.fromEntries(
      Object.entries(value)
        .map(([name, part]) => [name, settledIn(shape, name, part)])
        .filter(([, part]) => part !== undefined),
    );
  }
  if (isListType(inner) && Array.isArray(value))
    return value.map((part) => (part === null ? null : settled(inner.element, part)));
  return value;
}

function settledIn(shape: Shape, name: string, value: unknown): unknown {
  const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
  return field && settled(field, value);
}

function isUnsettled(value: unknown): boolean {
  if (value === null || value instanceof InexactNumber) return true;
  return typeof value === 'object' && Object.values(value).some(isUnsettled);
}

/** `['items', 3, 'itemName']` → `items[3].itemName` */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  );
}

/** The paths that no schema knows, in the order they were sent. Scalars contain no paths. */
function unknownPaths(schema: z.ZodType, value: object, base: PropertyKey[] = []): string[] {
  const inner = unwrap(schema);
  const unknown: string[] = [];
  const look = (part: unknown, within: z.ZodType, name: PropertyKey) => {
    if (typeof part === 'object' && part !== null)
      unknown.push(...unknownPaths(within, part, [...base, name]));
  };
  if (isObjectType(inner) && isRecord(value)) {
    const { shape } = inner;
    for (const name of Object.keys(value)) {
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (field) look(value[name], field, name);
      else unknown.push(pathText([...base, name]));
    }
  } else if (isListType(inner) && Array.isArray(value)) {
    // Further items of a list would only repeat the same names.
    for (const [index, part] of value.slice(0, 1000).entries()) look(part, inner.element, index);
  }
  return unknown;
}

/** A missing part that accepts any value is the one case for which the kinds of values have no message. */
function messageOf(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_type' && issue.expected === 'nonoptional' ? 'is required' : issue.message;
}

function capital(message: string): string {
  return `The input ${message}`;
}
