import type { System } from '../../context.ts';
import { announce } from './activity.ts';
import { deviceIds, FIRST_MS, HASHED } from './fields.ts';
import { type CheckedEvent, eventRow, productIds } from './row.ts';
import type { StoredEvent } from './stored.ts';

/** A test event with its index in the array. */
type Test = readonly [index: number, event: CheckedEvent];

/** An array in which some events are tests. */
interface Split {
  readonly tests: readonly Test[];
  readonly others: readonly CheckedEvent[];
  /** The indexes of the others. */
  readonly positions: readonly number[];
}

/** Returns which of the events are tests, with a header all of them; undefined if none is. */
export function testsAmong(events: readonly CheckedEvent[], testCode: string | undefined): Split | undefined {
  if (testCode === undefined && !events.some(isTest)) return undefined;
  const placed = [...events.entries()];
  const tests = testCode === undefined ? placed.filter(([, event]) => isTest(event)) : placed;
  const others = testCode === undefined ? placed.filter(([, event]) => !isTest(event)) : [];
  return { tests, others: others.map(([, event]) => event), positions: others.map(([index]) => index) };
}

export const isTest = (event: unknown): boolean =>
  typeof event === 'object' && event !== null && 'test_event_code' in event && Boolean(event.test_event_code);

/** Returns the number of events that are no tests, of an array that may be invalid. */
export const countOthers = (events: readonly unknown[]): number =>
  events.filter((event) => !isTest(event)).length;

/** A message of a live view has less than 8,000 bytes. */
const MAX_SHOWN = 5;
const MAX_BYTES = 4_000;

/** Shows test events in the live views of the pixel, the first of them with their content. Nothing is stored. */
export function announceTests(options: {
  system: System;
  pixelId: number;
  seatId: number;
  clientId: string;
  receivedAt: Date;
  tests: readonly Test[];
}): void {
  const { system, pixelId, seatId, clientId, receivedAt, tests } = options;
  const tested: StoredEvent[] = [];
  let bytes = 0;
  for (const [index, event] of tests.slice(0, MAX_SHOWN)) {
    const shown = shownTest(event, { index, receivedAt, system });
    bytes += Buffer.byteLength(JSON.stringify(shown));
    if (bytes > MAX_BYTES) break;
    tested.push(shown);
  }
  announce({
    ...{ system, pixelId, seatId },
    activity: {
      ...{ at: receivedAt.toISOString(), outcome: 'TEST', eventCount: tests.length, clientId, tested },
    },
  });
}

/** The event as it would be shown if it had been stored. */
function shownTest(
  event: CheckedEvent,
  { index, receivedAt, system }: { index: number; receivedAt: Date; system: System },
): StoredEvent {
  const { operator } = system.config;
  const row = eventRow(event, { request: 0, position: index, operator });
  const { product_id: products = null } = event.custom_data ?? {};
  const names = [...Object.keys(HASHED), ...Object.keys(deviceIds(operator))];
  const identities = names
    .filter((name) => event.user_data[name])
    .map((name) => (name === 'he' ? 'email' : name));
  const time = Number(event.event_time);
  return {
    id: `test:${index}`,
    receiptId: 'test',
    receivedAt,
    eventTime: new Date(time >= FIRST_MS ? time : time * 1000),
    actionSource: row.source ?? null,
    actionSourceUrl: row.url ?? null,
    gv: row.gv == null ? null : String(row.gv),
    ec: row.ec ?? null,
    el: row.el ?? null,
    ea: row.ea ?? null,
    productIds: products === null ? null : productIds(products),
    userDefined: event.custom_data?.user_defined ?? null,
    identities: [...new Set(identities)],
  };
}
