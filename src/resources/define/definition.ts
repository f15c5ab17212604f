import type { z } from 'zod';
import { defineEnum, type EnumType } from './enum-type.ts';
import { formerlyOpen, oneOf } from './fields.ts';
import type { Columns, KindName, ModelName } from './kinds.ts';
import type { Field, Relation, Resource } from './resource.ts';

/** The TypeScript type of a column of each kind. */
interface Values {
  id: number | bigint;
  text: string;
  enum: string;
  flag: string;
  boolean: boolean;
  integer: number;
  long: number | bigint;
  decimal: number;
  instant: Date;
  timestamp: Date;
  epoch: Date;
  texts: string[];
  integers: number[];
  object: Columns<'Advertiser'>['contact'];
  json: Columns<'AdGroup'>['bidSet'];
}

type ColumnOf<Model extends ModelName> = keyof Columns<Model> & string;
type ColumnHolding<Model extends ModelName, Value> = {
  [Column in ColumnOf<Model>]: Columns<Model>[Column] extends Value | null ? Column : never;
}[ColumnOf<Model>];
type FieldOf<Model extends ModelName> = {
  [Kind in KindName]: Field & {
    readonly kind: Kind;
    readonly column: ColumnHolding<Model, Values[Kind]> | `${string}.${string}`;
  };
}[KindName];

/** Does not compile for a column that the model lacks, or that has another type. */
export function defineResource<
  const Model extends ModelName,
  const Fields extends Readonly<Record<string, FieldOf<Model>>>,
>(
  name: Model,
  resource: Omit<Resource<Model>, 'name' | 'fields' | 'passthrough' | 'customColumns' | 'internal'> & {
    readonly fields: Fields;
    readonly passthrough?: ColumnOf<Model>;
    readonly customColumns?: readonly ColumnOf<Model>[];
    readonly internal: readonly ColumnOf<Model>[];
  },
): Omit<Resource<Model>, 'fields'> & { readonly fields: Fields } {
  return { name, ...resource };
}

type Options<Input, Rest> = Omit<
  Field,
  'kind' | 'column' | 'description' | 'of' | 'enumType' | 'object' | 'input' | 'rest'
> & {
  readonly input?: Input | undefined;
  readonly rest?: Rest | undefined;
};
/** Carries REST's name and the type of the input as type parameters, from which the types of inputs are inferred. */
type Defined<Kind, Column, Input, Rest> = Options<NoInfer<Input>, NoInfer<Rest>> & {
  readonly kind: Kind;
  readonly column: Column;
  readonly description: string;
};
type Sent = z.ZodType | undefined;
type RestName = Field['rest'];

const field =
  <const Kind extends KindName>(kind: Kind) =>
  <const Column extends string, Input extends Sent = undefined, const Rest extends RestName = undefined>(
    column: Column,
    description: string,
    options?: Options<Input, Rest>,
  ): Defined<Kind, Column, Input, Rest> => ({ kind, column, description, ...options });

export const text = field('text');
export const boolean = field('boolean');
export const integer = field('integer');
export const long = field('long');
export const decimal = field('decimal');
export const instant = field('instant');
export const timestamp = field('timestamp');
export const epoch = field('epoch');
export const json = field('json');
export const texts = field('texts');
export const integers = field('integers');
const idField = field('id');
const enumKind = field('enum');
/** `TRUE` or `FALSE`, stored as text. A Boolean in GraphQL. */
export const flag = field('flag');
const objectField = field('object');

/** The ID of another resource. */
export const reference = <
  const Column extends string,
  Input extends Sent = undefined,
  const Rest extends RestName = undefined,
>(
  of: ModelName,
  column: Column,
  description: string,
  options?: Options<Input, Rest>,
) => ({ ...idField(column, description, options), of });

/** One of a closed set of values. */
export const enumField = <
  const Column extends string,
  Input extends Sent = undefined,
  const Rest extends RestName = undefined,
>(
  enumType: EnumType,
  column: Column,
  description: string,
  options?: Options<Input, Rest>,
) => ({ ...enumKind(column, description, options), enumType });

/** An enum that used to accept any value. Stored rows keep other values until they are updated. */
export const formerlyOpenEnum = <const Column extends string, Value extends string>(
  enumType: EnumType<Value>,
  column: Column,
  description: string,
) =>
  enumField(enumType, column, description, {
    hasOlderValues: true,
    input: formerlyOpen(enumType).nullable().optional(),
  });

/** An object that is stored as JSON. */
export const object = <
  const Column extends string,
  Input extends Sent = undefined,
  const Rest extends RestName = undefined,
>(
  object: NonNullable<Field['object']>,
  column: Column,
  description: string,
  options?: Options<Input, Rest>,
) => ({ ...objectField(column, description, options), object });

/** The row's own ID: `id` and `databaseId` in GraphQL. */
export const identity = (of: ModelName, options: { isNotFilterable?: true } = {}) =>
  reference(of, 'id', `The global ID, such as \`${of}:123\`.`, options);

/** The relation of a resource to the log of its changes. */
export const HISTORY = {
  to: 'pages',
  resource: 'Change',
  column: 'resourceId',
  ownerType: 'resource',
  description: 'The changes made to this resource, newest first.',
} as const satisfies Relation;

/** `createdAt` and `updatedAt`, which every resource has. */
export const TIMESTAMPS = {
  createdAt: timestamp('createdAt', 'The time when it was created.', { rest: false }),
  updatedAt: timestamp('updatedAt', 'The time of the last change. Strictly increases with every change.'),
} as const;

/** The enum of a resource whose only states are ACTIVE and INACTIVE. */
const activeType = (type: ModelName, { one, active, inactive }: ActiveOrNot) =>
  defineEnum(`${type}Status`, `The possible states of ${one}.`, {
    ACTIVE: active ?? `The ${one.replace(/^an? /, '')} is active.`,
    INACTIVE: inactive ?? `The ${one.replace(/^an? /, '')} is inactive.`,
  });

interface ActiveOrNot {
  /** The singular with its article: `an ad`. */
  readonly one: string;
  readonly active?: string;
  readonly inactive?: string;
}

const STATUS = 'The status: `ACTIVE` or `INACTIVE`.';

/** A status that creates must set. */
export function requiredStatus(type: ModelName, about: ActiveOrNot) {
  const enumType = activeType(type, about);
  return enumField(enumType, 'status', STATUS, { input: oneOf(enumType) });
}

/** A status whose default in creates is ACTIVE. */
export function optionalStatus(type: ModelName, about: ActiveOrNot) {
  const enumType = activeType(type, about);
  return enumField(enumType, 'status', STATUS, {
    input: oneOf(enumType).optional().describe('The status: `ACTIVE` (default) or `INACTIVE`.'),
  });
}
