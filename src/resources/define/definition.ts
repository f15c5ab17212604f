import type { z } from 'zod';
import type { ResourceContext, SeatTraits } from '../context.ts';
import { defineEnum, type EnumType } from './enum-type.ts';
import type { Expression } from './expression.ts';
import { oneOf } from './fields.ts';
import type { Columns, KindName, ModelName } from './kinds.ts';

/**
 * The single definition of a resource. The type, filters and orders of GraphQL, the responses of REST and
 * the SQL of reads are derived from it. See README.md in this folder.
 */
export interface Resource<Model extends ModelName = ModelName> {
  readonly name: Model;
  /** Its singular and plural in sentences: `native list`, `native lists`. */
  readonly one: string;
  readonly many: string;
  readonly description: string;
  readonly visible: Visibility;
  /** What an operator switches off the resource with, as in FLIGHTLINE_DISABLED_FEATURES. */
  readonly feature?: string;
  /** Only ADMINs see its rows. */
  readonly isForAdmins?: true;
  /** The column in which `query` searches for a text. */
  readonly search?: string;
  /** Lists omit deleted rows unless they are filtered by status. */
  readonly hidesDeleted?: true;
  readonly fields: Readonly<Record<string, Field>>;
  readonly relations: Readonly<Record<string, Relation>>;
  /** Fields that are computed from several columns, as SQL expressions of their JSON text. */
  readonly derived?: Readonly<Record<string, Expression>>;
  /** Only GraphQL has this resource. */
  readonly isOfGraphqlOnly?: true;
  /** The default order of lists is newest first, instead of by ascending ID. */
  readonly newestFirst?: true;
  /** Its IDs have 64 bits, and only GraphQL returns them. */
  readonly hasLongIds?: true;
  /** The column of the fields that are stored and returned as sent. */
  readonly passthrough?: string;
  /** Columns that code beside the definition shows. */
  readonly customColumns?: readonly string[];
  /** Columns that no answer shows. */
  readonly internal: readonly string[];
}

/** Which rows a caller can see: those of its seat, or those whose owner it can see. */
export type Visibility = 'of the seat' | 'with its owner';

export interface Field {
  readonly kind: KindName;
  /** A column of the row, or of a row that it refers to: `creative.name`. */
  readonly column: string;
  readonly description: string;
  /** For an ID: the type that it refers to. */
  readonly of?: string;
  /** For an enum: its values. */
  readonly enumType?: EnumType;
  /** Rows that were stored earlier may have other values. REST returns them, GraphQL returns null. */
  readonly hasOlderValues?: true;
  /**
   * For an object that is stored as JSON: the name and description of its type, and the schema that
   * validates it.
   */
  readonly object?: { readonly name: string; readonly description: string; readonly schema: z.ZodType };
  /** GraphQL's scalar, where the kind alone does not say it. */
  readonly scalar?: 'URL' | 'Currency' | 'TimeZone' | 'SafeInt' | 'Date';
  /** Of an ID: GraphQL answers the number, too. */
  readonly numeric?: true;
  /** Lists cannot be filtered or sorted by it. */
  readonly isNotFilterable?: true;
  /** An enum value that REST shows by another name than it is stored. */
  readonly renamed?: Renamed;
  /** Whether the field is shown to a seat. For others it is null. */
  readonly shownTo?: (seat: SeatTraits) => boolean;
  /** REST's name where it differs, in bodies and answers; false where REST does not show it. */
  readonly rest?: string | false | undefined;
  /** REST leaves it out where it has no value. */
  readonly omitWhenNull?: true;
  /**
   * The schema of the input. A create requires it unless it is optional. Without one, the field is
   * read-only.
   */
  readonly input?: z.ZodType | undefined;
}

/** What REST calls a field that it takes or shows. */
export const restName = (name: string, { rest }: Pick<Field, 'rest'>): string =>
  typeof rest === 'string' ? rest : name;

export interface Renamed {
  /** The stored value that is shown by another name. */
  readonly word: string;
  readonly shown: (ctx: Brand, stored: string) => string;
}
type Brand = Pick<ResourceContext, 'config'>;

export interface Relation {
  /**
   * `one`: the row that a column refers to. The others are rows that refer to this row: `only` at most one,
   * `many` a bounded list, `pages` a connection.
   */
  readonly to: 'one' | 'only' | 'many' | 'pages';
  readonly resource: ModelName;
  /** The referring column: of this row for `one`, of the other row for the rest. */
  readonly column: string;
  readonly description: string;
  /** For rows that belong to rows of several types: the column with the type of the owner. */
  readonly ownerType?: string;
  /** The value of that column, if it is not the name of the type. */
  readonly ownerName?: string;
  /** Instead of a column: SQL that decides which rows (`theirs`) belong to a row (`own`). */
  readonly rule?: (theirs: ColumnSql, own: ColumnSql) => string;
  /** The name of the relation in Prisma, if it differs from the field's. */
  readonly relation?: string;
  /** REST's name where it differs, in bodies and answers. */
  readonly rest?: string;
}

export type ColumnSql = (name: string) => string;

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
  moment: Date;
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
/** With REST's name and the type of what callers send, from which inputs have theirs. */
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
export const moment = field('moment');
export const epoch = field('epoch');
export const json = field('json');
export const texts = field('texts');
export const integers = field('integers');
const idField = field('id');
const wordField = field('enum');
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

/** A word of a closed set. */
export const enumField = <
  const Column extends string,
  Input extends Sent = undefined,
  const Rest extends RestName = undefined,
>(
  enumType: EnumType,
  column: Column,
  description: string,
  options?: Options<Input, Rest>,
) => ({ ...wordField(column, description, options), enumType });

/** An enum that used to accept any value. Stored rows keep other values until they are updated. */
export const formerlyOpenEnum = <const Column extends string, Word extends string>(
  enumType: EnumType<Word>,
  column: Column,
  description: string,
) =>
  enumField(enumType, column, description, {
    hasOlderValues: true,
    input: oneOf(enumType).nullable().optional(),
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
export const MOMENTS = {
  createdAt: moment('createdAt', 'The time when it was created.', { rest: false }),
  updatedAt: moment('updatedAt', 'The time of the last change. Strictly increases with every change.'),
} as const;

/** The enum of a resource whose only states are ACTIVE and INACTIVE. */
const inUseType = (type: ModelName, { one, active, inactive }: InUse) =>
  defineEnum(`${type}Status`, `The possible states of ${one}.`, {
    ACTIVE: active ?? `The ${one.replace(/^an? /, '')} is active.`,
    INACTIVE: inactive ?? `The ${one.replace(/^an? /, '')} is inactive.`,
  });

interface InUse {
  /** The singular with its article: `an ad`. */
  readonly one: string;
  readonly active?: string;
  readonly inactive?: string;
}

const STATUS = 'The status: `ACTIVE` or `INACTIVE`.';

/** A status that creates must set. */
export function requiredStatus(type: ModelName, about: InUse) {
  const enumType = inUseType(type, about);
  return enumField(enumType, 'status', STATUS, { input: oneOf(enumType) });
}

/** A status whose default in creates is ACTIVE. */
export function optionalStatus(type: ModelName, about: InUse) {
  const enumType = inUseType(type, about);
  return enumField(enumType, 'status', STATUS, {
    input: oneOf(enumType).optional().describe('The status: `ACTIVE` (default) or `INACTIVE`.'),
  });
}
