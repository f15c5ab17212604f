import type { z } from 'zod';
import type { ResourceContext, SeatTraits } from '../context.ts';
import type { EnumType } from './enum-type.ts';
import type { Expression } from './expression.ts';
import type { KindName, ModelName } from './kinds.ts';

/**
 * The single definition of a resource. The type, filters and orders of GraphQL, the responses of REST and
 * the SQL of reads are derived from it. See `src/resources/README.md`.
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
  /** Columns that other code than the definition shows. */
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
  readonly value: string;
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
