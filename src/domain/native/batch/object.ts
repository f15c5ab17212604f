import { z } from 'zod';
import { columnOf, tableOf } from '../../../platform/database/rows/names.ts';
import { defineInput, type InputDefinition } from '../../../resources/define/input.ts';
import { inputsOf } from '../../../resources/define/inputs.ts';
import { type Field, type Resource, restName } from '../../../resources/define/resource.ts';
import type { NATIVE_OBJECTS } from '../../access/features.ts';
import type { DomainContext } from '../../context.ts';
import type { ItemCode } from './codes.ts';
import { storedStatus } from './fields.ts';

/** The fields that every native object has. */
export interface NativeRow {
  readonly id: number;
  readonly seatId: number;
  readonly advertiserId: number;
  readonly status: string;
  /** Fields that the interface documents elsewhere. They are stored and returned as sent. */
  readonly extra: unknown;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** One problem of one item. Default code: VALIDATION. */
export interface ItemRefusal {
  readonly path: string;
  readonly code?: ItemCode;
  readonly message: string;
  readonly description: string;
  /** The ID of the object that was changed after it was read. */
  readonly current?: number;
}

/** One item of a batch while it is checked and stored. */
export interface Draft<Row extends NativeRow> {
  /** Position in the batch. */
  readonly index: number;
  /** The stored row; undefined for an item that is created. */
  readonly before: Row | undefined;
  /** The row to store. A refused field is absent or, on an update, unchanged. */
  readonly row: Partial<Row>;
  /** Fields that the item contains and that were accepted, by their names in `row`. */
  readonly named: ReadonlySet<string>;
  readonly refusals: ItemRefusal[];
}

/** Returns the row of a draft without problems, which has all of its fields. */
export const wholeRow = <Row extends NativeRow>({ row }: Pick<Draft<Row>, 'row'>): Row => row as Row;

type NativeObjectName = (typeof NATIVE_OBJECTS)[number];

/** The rules for batches of a native object, in addition to the definition of its resource. */
interface Rules<Row extends NativeRow> {
  /** The name in the path. */
  readonly name: NativeObjectName;
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Fields that cannot be changed after creation. */
  readonly immutable: readonly string[];
  /** The parents by which a list can be filtered: parameter → field. Each is an ID and repeatable. */
  readonly parents: Readonly<Record<string, string>>;
  /** Checks rules that need other objects, for a whole batch with one query per table. Adds problems to the drafts. */
  check(options: { ctx: DomainContext; drafts: readonly Draft<Row>[] }): Promise<void>;
}

/** A native object: its fields, and the rules that its items have to satisfy. */
export interface NativeObject<Row extends NativeRow> extends Rules<Row> {
  readonly resource: Resource;
  readonly table: string;
  /** The columns of a row's fields. */
  readonly columns: Readonly<Record<string, string>>;
  /** Fields that have another name in the interface: interface name → field. */
  readonly renamed: Readonly<Record<string, string>>;
  readonly create: InputDefinition<z.ZodRawShape>;
  readonly update: InputDefinition<z.ZodRawShape>;
}

/** Returns the native object of a resource. Its table, columns and inputs follow from the definition. */
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

/** Returns the name of a field that is returned but cannot be sent; empty for others. */
const answeredName = (name: string, { input, rest = name }: Field): string[] =>
  input || rest === false ? [] : [rest];
