import type { GraphQLResolveInfo } from 'graphql';
import type { DomainContext } from '../../domain/context.ts';
import type { Measures } from '../../domain/reporting/delivery/metrics.ts';
import { recordOrEmpty } from '../../platform/text/typed.ts';
import type { Expression } from '../../resources/define/expression.ts';
import type { Resource } from '../../resources/define/resource.ts';
import { MAX_JSON_BYTES } from '../../resources/read/bound.ts';
import { nullable } from '../../resources/read/statement/text.ts';
import type { Writer } from './writer.ts';

/**
 * A field whose values are loaded after the statement has read the rows, for all rows of a response in one call. The
 * statement returns a key in place of the value.
 */
export interface DeferredField<Arguments = object> {
  /** SQL of the key of a value as text: the ID of its row, for example, or all that the value consists of. */
  key(row: Parameters<Expression>[0], selected: SelectedFields): string;
  /** The maximum size in bytes of a key. Default 300. */
  readonly maxKeyBytes?: number;
  /** The maximum number of objects in a value. Default: one. */
  maxItems?(args: Arguments): number;
  /** The maximum size in bytes of a value, if that does not follow from its type. */
  readonly maxValueBytes?: number;
  /** Fields of a value that read more than the value. A query that selects them is left to the executor. */
  readonly readsMore?: ReadonlySet<string>;
  /** Set if it reads what the transaction of a dry run wrote. */
  readonly isOfTransaction?: true;
  /** Set if a value depends on its selection, so that only the executor can load it. `open` receives the selection. */
  readonly isOfExecutor?: true;
  /** Returns the loader of a value for the arguments of a call. Throws what the field's resolver throws. */
  open(call: {
    readonly args: Arguments;
    readonly measures: Measures;
    readonly info?: GraphQLResolveInfo;
  }): Load;
}

export function inExecutor(info: GraphQLResolveInfo | undefined): GraphQLResolveInfo {
  if (!info) throw new Error('Only the executor loads this field.');
  return info;
}

/** The fields of a value that are selected. */
export type SelectedFields = Pick<ReadonlySet<string>, 'has'>;

/** Loads a value by its key. Concurrent loads should be batched, for example by a DataLoader. */
export type Load = (ctx: DomainContext, key: string) => unknown;

const deferredFields = new Map<string, DeferredField>();

/** Declares how compiled reads load `type.field`. */
export function deferField<Arguments extends object>(
  type: string,
  field: string,
  deferred: DeferredField<Arguments>,
): void {
  deferredFields.set(`${type}.${field}`, deferred);
}

/** How a field of a resource is loaded; undefined for those that the statement answers. */
export function deferredOf(
  { name, fields, passthrough }: Resource,
  field: string,
): DeferredField | undefined {
  const { [field]: own } = fields;
  if (own?.kind === 'json') return storedJson(own.column);
  return field === 'extra' && passthrough
    ? storedJson(passthrough, recordOrEmpty)
    : deferredFields.get(`${name}.${field}`);
}

/**
 * A value that is stored as JSON, which PostgreSQL formats differently from JavaScript. `shown` receives null if there
 * is none.
 */
export const storedJson = (column: string, shown = (value: unknown) => value): DeferredField => ({
  key: (row) => nullable(`${row.column(column)}::text`),
  maxValueBytes: MAX_JSON_BYTES,
  open: () => (_ctx, json) => shown(JSON.parse(json)),
});

/** The ID of the row, which is the key of most values. */
export const ID_KEY: Expression = ({ column }) => `${column('id')}::text`;

/** A deferred field of one call. */
export interface OpenField {
  readonly load: Load;
  readonly write: Writer['write'];
}

/** Neither character can occur in a JSON text, which escapes them. */
const [OPEN, CLOSE] = ['\u0001', '\u0002'];

/** What the text of a statement contains in place of a value. */
export const placeholder =
  (index: number, deferred: DeferredField, selected: SelectedFields): Expression =>
  (row) =>
    `chr(1) || '${index} ' || ${deferred.key(row, selected)} || chr(2)`;

/**
 * Returns the response with the values of deferred fields in their places. Throws if the executor has to report an
 * error.
 */
export async function fillDeferred(options: {
  ctx: DomainContext;
  text: string;
  fields: readonly OpenField[];
}): Promise<Filled> {
  const { ctx, text, fields } = options;
  if (!text.includes(OPEN)) return filled(text);
  const moment = ctx.now();
  const at = { ...ctx, now: () => moment };
  const [start = '', ...parts] = text.split(OPEN);
  // Most values follow from their keys at once: waiting for each of them would take longer than the values.
  const loaded: unknown[] = [];
  const places = parts.map((part) => {
    const [space, end] = [part.indexOf(' '), part.indexOf(CLOSE)];
    const field = fields[Number(part.slice(0, space))];
    if (!field) throw new Error('A deferred field that the plan does not have.');
    loaded.push(loadedBy(field, at, part.slice(space + 1, end)));
    return { field, rest: part.slice(end + 1) };
  });
  const values = loaded.some((value) => value instanceof Promise) ? await Promise.all(loaded) : loaded;
  // Counts objects in the statement's own text only: objects in stored JSON are not objects of the graph.
  const count = { objects: objectsIn(start) };
  let written = start;
  for (const [index, { field, rest }] of places.entries()) {
    written += field.write(values[index], count) + rest;
    count.objects += objectsIn(rest, 0);
  }
  return { text: written, objects: count.objects };
}

/** Wait for all loads even if one throws. Otherwise a later failure would be an unhandled rejection. */
function loadedBy({ load }: OpenField, ctx: DomainContext, key: string): unknown {
  try {
    return load(ctx, key);
  } catch (error) {
    return Promise.reject(error);
  }
}

interface Filled {
  readonly text: string;
  /** The number of objects of the graph in the value, without the value itself. */
  readonly objects: number;
}

/** A response without deferred fields. */
export const filled = (text: string): Filled => ({ text, objects: objectsIn(text) });

/**
 * Returns the number of objects in JSON from a position on. A brace inside text is never followed by a field name.
 */
export function objectsIn(json: string, from = 1): number {
  let count = 0;
  for (let at = json.indexOf('{"', from); at >= 0; at = json.indexOf('{"', at + 2))
    if (/[A-Za-z_]/.test(json.charAt(at + 2))) count += 1;
  return count;
}
