import { JsonCursor, keyName } from '../../../platform/json/cursor.ts';
import { Slices } from '../../../platform/process/slices.ts';
import {
  deviceIds,
  EVENT_FIELDS,
  HASHED,
  LABELS,
  PRODUCT_ID,
  TEST_CODE,
  USER_DEFINED,
  VALUES,
} from './fields.ts';
import { MAX_EVENTS } from './post.ts';

/** A double represents every number with this many characters exactly. */
const HELD_BY_DOUBLE = 15;
const utf8 = new TextDecoder('utf-8', { fatal: true });

type Read = (cursor: JsonCursor) => unknown;

/**
 * Parses the events of a request: the fields in `fields.ts`; all others are only checked for valid JSON. If a number
 * may not represent the `gv` or `value` of an event exactly, it is returned as the decimal text that was sent, so that
 * no digit is lost. Lists that are too long are read just far enough to detect that. Throws SyntaxError.
 *
 * @returns no events if the text is not a list.
 */
export async function parseEvents(
  body: Buffer,
  operator: string,
): Promise<{ events: readonly unknown[] | undefined; json: string }> {
  const json = utf8.decode(body);
  const cursor = new JsonCursor(json, body);
  let events: unknown[] | undefined;
  if (cursor.isList) events = await readEvents(cursor, eventReader(operator));
  else cursor.skip();
  cursor.end();
  return { events, json };
}

/** Reads at most one event more than allowed. Other requests run in between. */
async function readEvents(cursor: JsonCursor, read: Read): Promise<unknown[]> {
  const events: unknown[] = [];
  const slices = new Slices();
  cursor.enter();
  while (cursor.nextEntry()) {
    if (events.length <= MAX_EVENTS) events.push(read(cursor));
    else cursor.skip();
    if (slices.isOver) await slices.pause();
  }
  return events;
}

const readers = new Map<string, Read>();

function eventReader(operator: string): Read {
  const known = readers.get(operator);
  if (known) return known;
  const scalars = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, readScalar]));
  const read = objectReader({
    ...scalars([...Object.keys(EVENT_FIELDS), TEST_CODE.name]),
    user_data: objectReader(scalars([...Object.keys(HASHED), ...Object.keys(deviceIds(operator)), 'vmcid'])),
    custom_data: objectReader({
      ...Object.fromEntries(Object.keys(VALUES).map((name) => [name, readValue])),
      ...scalars(Object.keys(LABELS)),
      product_id: (cursor) =>
        cursor.isList ? readList(cursor, PRODUCT_ID.entries, readScalar) : cursor.scalar(),
      user_defined: readPairs,
    }),
  });
  readers.set(operator, read);
  return read;
}

const readScalar: Read = (cursor) => cursor.scalar();

/**
 * Returns a reader of objects that always creates their keys in the same order, so that V8 needs only one hidden class
 * whatever order callers send.
 */
function objectReader(fields: Readonly<Record<string, Read>>): Read {
  const names = Object.keys(fields);
  const reads = Object.values(fields);
  const keys = names.map(keyName);
  const empty: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, undefined]));
  // Objects of one sender usually have their keys in the same order.
  const order: number[] = [];
  return (cursor) => {
    if (!cursor.isObject) return cursor.scalar();
    const object = { ...empty };
    cursor.enter();
    for (let place = 0; ; place += 1) {
      const guess = order[place] ?? -1;
      if (!cursor.nextKey(guess < 0 ? undefined : keys[guess])) break;
      const index = cursor.isGuess ? guess : cursor.keyAmong(keys);
      if (place < keys.length) order[place] = index;
      if (index < 0) cursor.skip();
      else object[names[index] as string] = (reads[index] as Read)(cursor);
    }
    return object;
  };
}

function readValue(cursor: JsonCursor): unknown {
  const text = cursor.plainNumber();
  if (text === undefined) return cursor.scalar();
  return text.length <= HELD_BY_DOUBLE ? Number(text) : text;
}

/** Reads at most one entry more than allowed. */
function readList(cursor: JsonCursor, most: number, read: Read): unknown[] {
  const entries: unknown[] = [];
  cursor.enter();
  while (cursor.nextEntry())
    if (entries.length <= most) entries.push(read(cursor));
    else cursor.skip();
  return entries;
}

/** Reads at most one pair more than allowed. */
function readPairs(cursor: JsonCursor): unknown {
  if (!cursor.isObject) return cursor.scalar();
  // Without a prototype, so that it is a hash table from the start and `__proto__` is an ordinary key.
  const pairs: Record<string, unknown> = Object.create(null);
  let count = 0;
  cursor.enter();
  while (cursor.nextKey()) {
    const { key } = cursor;
    if (!(key in pairs)) count += 1;
    if (count <= USER_DEFINED.pairs + 1) pairs[key] = cursor.scalar();
    else cursor.skip();
  }
  return pairs;
}
