import type { z } from 'zod';

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
