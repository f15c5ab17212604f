import type { InputFieldRef, InputRef, InputTypeParam } from '@pothos/core';
import { builder } from '../builder.ts';

/** Input types whose fields are listed, rather than written one by one. */

type Types = (typeof builder)['$inferSchemaTypes'];

export type Input = Record<string, unknown>;
export type AnyInput = InputRef<Input>;
/** What the type of an input field can be. */
export type AnyInputType = InputTypeParam<Types>;
/** What the items of a list can be. */
export type ElementType = Exclude<AnyInputType, readonly unknown[]>;
export type InputFieldBuilder = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>;
export type InputFields = Record<string, InputFieldRef<Types, NonNullable<unknown> | null | undefined>>;

/** The fields can refer to the type itself. */
export function inputObject(
  name: string,
  description: string,
  fields: (t: InputFieldBuilder, self: AnyInput) => InputFields,
): AnyInput {
  const ref = builder.inputRef<Input, false>(name);
  return ref.implement({ description, fields: (t) => fields(t, ref) });
}
