import type { InputFieldRef, InputRef, InputTypeParam } from '@pothos/core';
import { builder } from '../builder.ts';

/** Defines input types from lists of fields. */

type Types = (typeof builder)['$inferSchemaTypes'];

export type Input = Record<string, unknown>;
export type AnyInput = InputRef<Input>;
/** The types that an input field can have. */
export type AnyInputType = InputTypeParam<Types>;
/** The types that the items of a list can have. */
export type ElementType = Exclude<AnyInputType, readonly unknown[]>;
export type InputFieldBuilder = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>;
export type InputFields = Record<string, InputFieldRef<Types, NonNullable<unknown> | null | undefined>>;

/** Defines an input type. Its fields can refer to the type itself. */
export function inputObject(
  name: string,
  description: string,
  fields: (t: InputFieldBuilder, self: AnyInput) => InputFields,
): AnyInput {
  const ref = builder.inputRef<Input, false>(name);
  return ref.implement({ description, fields: (t) => fields(t, ref) });
}
