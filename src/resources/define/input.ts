import type { z } from 'zod';
import { InexactNumber } from '../../platform/json/exact-number.ts';
import { isRecord } from '../../platform/text/typed.ts';
import type { ResourceContext } from '../context.ts';
import { ValidationError, type ValidationIssue } from '../errors.ts';
import { ignoreField } from './ignored-fields.ts';
import { cutPath, MAX_ISSUES } from './issues.ts';
import {
  isListType,
  isNumberType,
  isObjectType,
  maxItems,
  type Shape,
  shapeOf,
  traitOf,
  unwrap,
} from './schemas.ts';
import { knownParts, knownShape } from './undocumented.ts';

export { isRecord };

/** The input of a resource: its fields, and the read-only fields (`id`, `updatedAt`, …). */
export interface InputDefinition<Shape extends z.ZodRawShape> {
  readonly fields: z.ZodObject<Shape>;
  /** Ignored without a warning, so that the response of a GET can be sent with a PUT. */
  readonly readOnly: readonly string[];
  /**
   * The interface documents the fields elsewhere, so unknown ones are stored and returned as sent (see
   * `mergeExtra`).
   */
  readonly keepsUnknown?: true;
  /** Unknown fields are refused, because a change without them would mean something else. */
  readonly refusesUnknown?: true;
  /**
   * In an update, null clears a field, and a field that cannot be cleared rejects it. In a create, null
   * counts as not sent.
   */
  readonly isUpdate?: true;
}

export function defineInput<Shape extends z.ZodRawShape>(
  definition: InputDefinition<Shape>,
): InputDefinition<Shape> {
  return definition;
}

/** Makes an optional field absent, never `undefined`. */
type Exact<T> = T extends Date
  ? T
  : T extends readonly (infer Item)[]
    ? Exact<Item>[]
    : T extends object
      ? { [Key in keyof T]: Exact<Exclude<T[Key], undefined>> }
      : T;

export type Fields<Shape extends z.ZodRawShape> = Exact<z.output<z.ZodObject<Shape>>>;

/**
 * Collects all problems of an input, so that they are reported at once. Invalid values at any depth are
 * absent from the result of `parse`, including required fields of list items. Rules check the rest.
 */
export class Problems {
  readonly #issues: ValidationIssue[] = [];
  /** The number of problems that were found after the limit was reached. */
  #more = 0;
  /** For lists with rejected items: the original indexes of the items that `parse` returns. */
  readonly #places = new Map<string, number[]>();
  /** The paths that `parse` rejected. A value is reported once, so rules add no further problems to it. */
  readonly #refused: string[] = [];

  /** The first problems, up to the limit. */
  get issues(): readonly ValidationIssue[] {
    return this.#issues;
  }

  /** The number of all problems. */
  get count(): number {
    return this.#issues.length + this.#more;
  }

  /** Adds a problem. `message` does not contain the path: "is required". */
  add(path: string, message: string): void {
    if (this.#isRefused(this.#asSent(path))) return;
    if (this.#isFull()) this.#more += 1;
    else this.#push(this.#asSent(path), this.#asSent(message));
  }

  /** Adds a problem with a documented message that is used unchanged, without the path. */
  say(path: string, sentence: string): void {
    if (this.#isFull()) this.#more += 1;
    else this.#issues.push({ path: this.#asSent(path), message: sentence });
  }

  /** Adds problems that are counted but not listed. */
  addUnlisted(count: number): void {
    this.#more += count;
  }

  /**
   * Returns whether the value at the path, or anything in it, was rejected. Returns true if problems were
   * not collected, because it is unknown then.
   */
  has(path: string): boolean {
    if (this.#more > 0) return true;
    const sent = this.#asSent(path);
    return this.#issues.some(
      (issue) =>
        issue.path === sent || issue.path.startsWith(`${sent}.`) || issue.path.startsWith(`${sent}[`),
    );
  }

  throwIfAny(): void {
    const error = this.error();
    if (error) throw error;
  }

  /** Returns the error that `throwIfAny` throws. */
  error(): ValidationError | undefined {
    return this.count > 0 ? new ValidationError(this.#issues, this.#more) : undefined;
  }

  #isFull(): boolean {
    return this.#issues.length >= MAX_ISSUES;
  }

  /** Throws ValidationError if there is any problem. Otherwise, the result of `parse` is complete. */
  complete<Shape extends z.ZodRawShape>(
    fields: Partial<Fields<Shape>>,
    _definition: InputDefinition<Shape>,
  ): Fields<Shape> {
    this.throwIfAny();
    return fields as Fields<Shape>;
  }

  /**
   * Validates all fields. A null that a field does not accept is rejected in an update, and counts as not
   * sent in a create.
   */
  parse<Shape extends z.ZodRawShape>(
    ctx: ResourceContext,
    definition: InputDefinition<Shape>,
    raw: unknown,
  ): Partial<Fields<Shape>> {
    if (!isRecord(raw)) {
      this.add('', 'must be a JSON object');
      return {};
    }
    const shape = knownShape(ctx, shapeOf(definition.fields));
    const accepted: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(shape)) {
      const whole = Object.hasOwn(raw, name) ? raw[name] : undefined;
      const tooLong = overlongLists(field, whole, [name]);
      if (tooLong.length > 0) {
        for (const { path, max } of tooLong) this.#refuse(pathText(path), `must have at most ${max} items`);
        continue;
      }
      const sent = knownParts(ctx, field, whole);
      const nulls = definition.isUpdate ? nullsIn(field, sent, [name]) : [];
      for (const path of nulls) this.#refuse(path, 'must not be null');
      const value = settled(field, sent);
      const result = field.safeParse(value);
      if (result.success) {
        if (result.data !== undefined) accepted[name] = result.data;
      } else {
        // Report only the first reason: that an empty text is not a time zone either does not help.
        const reasons = new Map<string, string>();
        for (const issue of result.error.issues) {
          const path = pathText([name, ...issue.path]);
          if (!reasons.has(path) && !nulls.includes(path)) reasons.set(path, messageOf(issue));
        }
        for (const [path, reason] of reasons) this.#refuse(path, reason);
        // Rules cannot add to a full list, and parsing each part of a megabyte is expensive.
        const rest = this.#isFull() ? undefined : this.#acceptedParts(field, [name], value);
        if (rest !== undefined) accepted[name] = rest;
      }
    }
    for (const { path, reason } of ctx.refusedFields) if (!this.#isRefused(path)) this.#refuse(path, reason);
    this.#unknown(ctx, definition, raw);
    return accepted as Partial<Fields<Shape>>;
  }

  /**
   * Returns the rest of a value with invalid parts, so that rules can check it: lists without invalid
   * items, objects without invalid fields.
   */
  #acceptedParts(schema: z.ZodType, at: readonly PropertyKey[], value: unknown): unknown {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    if (result.error.issues.some(({ path }) => path.length === 0)) return undefined;
    const inner = unwrap(schema);
    if (isListType(inner) && Array.isArray(value)) {
      const items = value.map((item, index) => this.#acceptedParts(inner.element, [...at, index], item));
      const places = [...items.keys()].filter((index) => items[index] !== undefined);
      if (places.length === 0) return undefined;
      this.#places.set(pathText(at), places);
      return places.map((index) => items[index]);
    }
    if (!isObjectType(inner) || !isRecord(value)) return undefined;
    const parts = Object.entries(inner.shape).flatMap(([name, field]) => {
      const part = this.#acceptedParts(
        field,
        [...at, name],
        Object.hasOwn(value, name) ? value[name] : undefined,
      );
      return part === undefined ? [] : [[name, part] as const];
    });
    return parts.length > 0 ? Object.fromEntries(parts) : undefined;
  }

  /** Replaces indexes of valid items, which rules use, with the original indexes, which the caller knows. */
  #asSent(text: string): string {
    return text.replace(/(?<![\w.])([\w.]+)\[(\d+)\]/g, (whole, name: string, index: string) => {
      const place = this.#places.get(name)?.[Number(index)];
      return place === undefined ? whole : `${name}[${place}]`;
    });
  }

  #refuse(path: string, message: string): void {
    if (!this.#isFull()) this.#refused.push(path);
    this.#found(path, message);
  }

  /**
   * Returns whether `parse` rejected the value at the path, a value that contains it, or a field of the
   * list item at the path.
   */
  #isRefused(path: string): boolean {
    return this.#refused.some(
      (refused) =>
        refused === path ||
        path.startsWith(`${refused}.`) ||
        path.startsWith(`${refused}[`) ||
        (path.endsWith(']') && refused.startsWith(`${path}.`)),
    );
  }

  #found(path: string, message: string): void {
    if (this.#isFull()) this.#more += 1;
    else this.#push(path, message);
  }

  #push(sent: string, message: string): void {
    const path = cutPath(sent);
    this.#issues.push({ path, message: path === '' ? capital(message) : `${path} ${message}` });
  }

  #unknown(ctx: ResourceContext, definition: InputDefinition<z.ZodRawShape>, raw: Record<string, unknown>) {
    const refused = new Set(ctx.refusedFields.map(({ path }) => path));
    for (const path of unknownPaths(ctx, definition.fields, raw)) {
      if (definition.readOnly.includes(path) || refused.has(path)) continue;
      if (definition.keepsUnknown && Object.hasOwn(raw, path)) continue;
      if (definition.refusesUnknown) this.#found(path, 'is not supported');
      else if (ctx.config.strictFields) this.#found(path, 'is not a known field');
      else ignoreField(ctx, path);
    }
  }
}

/**
 * Responses contain null for unset fields. When they are sent back, null counts as not sent at every depth.
 * In number fields, an InexactNumber is replaced with the nearest double.
 */
function settled(schema: z.ZodType, value: unknown): unknown {
  // Most bodies contain neither, and copying a list of hundreds is expensive.
  if (!isUnsettled(value)) return value;
  if (value === null) return schema.safeParse(null).success ? null : undefined;
  const inner = unwrap(schema);
  if (value instanceof InexactNumber) return isNumberType(inner) ? Number(value.text) : value;
  if (isObjectType(inner) && isRecord(value)) {
    const { shape } = inner;
    // Merging would treat an undefined entry as sent, and clear the stored value.
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

/**
 * Returns the paths of nulls that do not clear a field. A null ID refers to nothing, and a list reports its
 * null items itself.
 */
function nullsIn(schema: z.ZodType, value: unknown, path: readonly PropertyKey[]): string[] {
  if (value === null) return path.at(-1) === 'id' || schema.safeParse(null).success ? [] : [pathText(path)];
  if (!isUnsettled(value) || traitOf(schema).isWhole) return [];
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

/**
 * Yields the paths that no schema contains, in the order in which they were sent. Scalars contain no paths.
 */
function* unknownPaths(
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
function overlongLists(
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
 * A missing field that accepts any value is the only case for which the schemas of the kinds have no
 * message.
 */
function messageOf(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_type' && issue.expected === 'nonoptional' ? 'is required' : issue.message;
}

function capital(message: string): string {
  return `The input ${message}`;
}
