import type { KindName } from '../define/kinds.ts';
import { MAX_PARTS } from '../define/parts.ts';
import type { EdgePart, InfoPart, Member, PagePart, Plan, Value } from './plan.ts';

/** The limit of `resources/define/passthrough-fields.ts`, with four bytes per character. */
export const MAX_JSON_BYTES = 4 * 32_768;

/** The maximum size in bytes of a value of each kind in a response, including quotes and escapes. */
const MAX: Readonly<Record<KindName, number>> = {
  id: 40,
  // 255 characters of up to four bytes. URLs are longer, but ASCII.
  text: 2_100,
  enum: 300,
  flag: 10,
  boolean: 5,
  integer: 20,
  long: 20,
  decimal: 30,
  instant: 30,
  timestamp: 30,
  texts: 100 * 1_100,
  integers: 1_000 * 12,
  epoch: 30,
  object: 2_100,
  json: MAX_JSON_BYTES,
};
const CURSOR = 3_000;
/** The maximum number of IDs in one list of nodes. */
export const MAX_NODES = 100;
const SMALL_ROWS = 250;
const SMALL_BYTES = 256 * 1024;

/** Returns whether a read is cheap: a few rows that are found by an ID or by their owner. */
export const isSmall = (plan: Plan): boolean =>
  maxRows(plan.members) <= SMALL_ROWS && maxBytes(plan) <= SMALL_BYTES;

const maxRows = (members: readonly Member[]): number =>
  members.reduce((sum, { value }) => sum + rowsOf(value), 0);

function rowsOf(value: Value): number {
  if (value.is === 'page' || value.is === 'rows') return Number.POSITIVE_INFINITY;
  if (value.is === 'within') return 1 + rowsOf(value.value);
  if (value.is === 'each') return MAX_NODES * (1 + maxRows(value.members));
  if (value.is === 'nodes')
    return MAX_NODES * Math.max(1, ...value.of.map(({ members }) => 1 + maxRows(members)));
  if (value.is === 'lookups') return value.names.length * (1 + maxRows(value.members));
  if (!('members' in value)) return 0;
  const below = maxRows(value.members);
  if (value.is === 'object') return below;
  return (value.is === 'many' ? MAX_PARTS : 1) * (1 + below);
}

/**
 * Returns the maximum size of a response in bytes, computed before its rows are read. `ids` is the number of IDs where
 * rows are requested by ID.
 */
export function maxBytes({ members }: Plan, ids = MAX_NODES): number {
  return membersSize(members, ids);
}

const bytesOf = <Part extends { readonly name: string }>(
  parts: readonly Part[],
  size: (part: Part) => number,
): number => parts.reduce((sum, part) => sum + part.name.length + 4 + size(part), 2);

const membersSize = (members: readonly Member[], ids = MAX_NODES): number =>
  bytesOf(members, ({ value }) => valueSize(value, ids));

function valueSize(value: Value, ids: number): number {
  if (value.is === 'text') return value.text.length;
  if (value.is === 'given') return 100;
  if (value.is === 'expression') return value.maxBytes ?? 100;
  if (value.is === 'field') return MAX[value.field.kind];
  if (value.is === 'json') return bytesOf(value.parts, () => MAX.object);
  if (value.is === 'passthrough') return MAX_JSON_BYTES;
  if (value.is === 'within') return valueSize(value.value, ids);
  if (value.is === 'rows') return value.page.limit * membersSize(value.members);
  if (value.is === 'many') return MAX_PARTS * membersSize(value.members);
  if (value.is === 'each') return ids * membersSize(value.members);
  if (value.is === 'lookups') {
    const row = membersSize(value.members);
    return bytesOf(
      value.names.map((name) => ({ name })),
      () => row,
    );
  }
  if (value.is === 'nodes') return ids * Math.max(4, ...value.of.map(({ members }) => membersSize(members)));
  if (value.is === 'page') return bytesOf(value.parts, (part) => partSize(part, value.page.limit));
  return membersSize(value.members, ids);
}

function partSize(part: PagePart, limit: number): number {
  if (part.is === 'nodes') return limit * membersSize(part.members);
  if (part.is === 'edges') return limit * bytesOf(part.parts, edgeSize);
  if (part.is === 'info')
    return bytesOf(part.parts, (info: InfoPart) => (info.is === 'text' ? info.text.length : CURSOR));
  return part.is === 'text' ? part.text.length : 20;
}

function edgeSize(part: EdgePart): number {
  if (part.is === 'node') return membersSize(part.members);
  return part.is === 'cursor' ? CURSOR : part.text.length;
}
