import { z } from 'zod';
import { columnOf, tableOf } from '../../../platform/database/rows/names.ts';
import { type Field, type Resource, restName } from '../../../resources/define/definition.ts';
import { defineInput, type InputDefinition } from '../../../resources/define/input.ts';
import { inputsOf } from '../../../resources/define/inputs.ts';
import type { NATIVE_OBJECTS } from '../../access/features.ts';
import type { DomainContext } from '../../context.ts';
import type { ItemCode } from './codes.ts';
import { storedStatus } from './fields.ts';

/** What every native object has. */
export interface NativeRow {
  readonly id: number;
  readonly seatId: number;
  readonly advertiserId: number;
  readonly status: string;
  /** Fields that the interface documents elsewhere, stored and returned as sent. */
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
  /** The object that was changed after it was read. */
  readonly current?: number;
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

type NativeObjectName = (typeof NATIVE_OBJECTS)[number];

/** What a native object has beside the definition of its resource: the rules of its batches. */
interface Rules<Row extends NativeRow> {
  /** As in the path. */
  readonly name: NativeObjectName;
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Fields that keep the value they were created with. */
  readonly immutable: readonly string[];
  /** By which a list can be narrowed: parameter → field; each is an id and repeatable. */
  readonly parents: Readonly<Record<string, string>>;
  /** Rules that look beyond one item, for a whole batch with one query per table; refusals go into the drafts. */
  check(options: { ctx: DomainContext; drafts: readonly Draft<Row>[] }): Promise<void>;
}

/** One of the native objects: what it is made of, and what its items have to satisfy. */
export interface NativeObject<Row extends NativeRow> extends Rules<Row> {
  readonly resource: Resource;
  readonly table: string;
  /** Fields of a row and their columns. */
  readonly columns: Readonly<Record<string, string>>;
  /** Fields that the wire names otherwise: wire name → field. */
  readonly renamed: Readonly<Record<string, string>>;
  readonly create: InputDefinition<z.ZodRawShape>;
  readonly update: InputDefinition<z.ZodRawShape>;
}

/** A native object of a resource: its table, columns and inputs follow from the definition. */
export function nativeObject<Row extends NativeRow>(
  resource: Resource,
  rules: Rules<Row>,
): NativeObject<Row> {
  const fields = Object.entries(resource.fields);
  const sent = fields
    .filter(([, { input }]) => input)
    .map(([name, field]) => [restName(name, field), field] as const);
  const shape = inputsOf(resource).create.fields.shape;
  const readOnly = fields.flatMap(([name, field]) => answeredName(name, field));
  const stored = [
    ...fields.map(([, { column }]) => column),
    resource.passthrough ?? [],
    resource.internal,
  ].flat();
  return {
    ...rules,
    resource,
    table: tableOf(resource.name),
    columns: Object.fromEntries(stored.map((field) => [field, columnOf(field)])),
    renamed: Object.fromEntries(
      sent.flatMap(([name, { column }]) => (column === name ? [] : [[name, column]])),
    ),
    create: defineInput({ fields: z.object(shape), readOnly }),
    update: defineInput({
      fields: z.object({ ...shape, status: storedStatus() }).partial(),
      readOnly,
      isUpdate: true,
    }),
  };
}

/** What is answered, and never taken, by its name on the wire. */
const answeredName = (name: string, { input, rest = name }: Field): string[] =>
  input || rest === false ? [] : [rest];
