import type { z } from 'zod';
import type { DomainContext } from '../context.ts';
import type { NATIVE_OBJECTS } from '../features.ts';
import type { InputDefinition } from '../input.ts';
import type { ItemCode } from './codes.ts';

/** What every native object has. */
export interface NativeRow {
  readonly id: number;
  readonly seatId: number;
  readonly advertiserId: number;
  readonly status: string;
  /** Fields documented elsewhere, kept and echoed as sent (RULINGS T3). */
  readonly extra: unknown;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** One problem of one item; the code is VALIDATION unless said otherwise. */
export interface ItemRefusal {
  readonly path: string;
  readonly code?: ItemCode;
  readonly message: string;
  readonly description: string;
}

/** One item of a batch on its way to the database. */
export interface Draft<Row extends NativeRow> {
  /** Position in the batch. */
  readonly index: number;
  /** As stored; undefined for an item to be created. */
  readonly before: Row | undefined;
  /** As it is to be stored; a refused field is absent, or on an update as it was. */
  readonly row: Partial<Row>;
  /** Fields that the item named and that were accepted, by their names in `row`. */
  readonly named: ReadonlySet<string>;
  readonly refusals: ItemRefusal[];
}

/** The row of a draft that nothing is wrong with: it has all of its fields. */
export const wholeRow = <Row extends NativeRow>({ row }: Pick<Draft<Row>, 'row'>): Row => row as Row;

export type NativeObjectName = (typeof NATIVE_OBJECTS)[number];

/** One of the native objects: what it is made of, and what its items have to satisfy. */
export interface NativeObject<Row extends NativeRow> {
  /** As in the path. */
  readonly name: NativeObjectName;
  /** As in GraphQL and in the history. */
  readonly resource: string;
  readonly table: string;
  /** Fields and their columns, `id` and all of NativeRow included. */
  readonly columns: Readonly<Record<string, string>>;
  /** Fields that the wire names otherwise: wire name → field. */
  readonly renamed: Readonly<Record<string, string>>;
  readonly create: InputDefinition<z.ZodRawShape>;
  readonly update: InputDefinition<z.ZodRawShape>;
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Fields that keep the value they were created with. */
  readonly immutable: readonly string[];
  /** By which a list can be narrowed: parameter → column; each is an id and repeatable. */
  readonly parents: Readonly<Record<string, string>>;
  /** Rules that look beyond one item, for a whole batch with one query per table; refusals go into the drafts. */
  check(options: { ctx: DomainContext; drafts: readonly Draft<Row>[] }): Promise<void>;
}

/** Columns that every native object has. */
export const COMMON_COLUMNS = {
  id: 'id',
  seatId: 'seat_id',
  advertiserId: 'advertiser_id',
  status: 'status',
  extra: 'extra',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const;

/** Answered, never taken. */
export const READ_ONLY = ['id', 'createdDate', 'lastUpdateDate'] as const;
