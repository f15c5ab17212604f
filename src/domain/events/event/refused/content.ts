import { isRecord } from '../../../../resources/define/input.ts';
import type { System } from '../../../context.ts';
import { unstorableText } from '../../intake/storable-text.ts';
import { deviceIds, HASHED, LABELS } from '../fields.ts';
import { type EventProblem, eventProblems } from '../rules.ts';
import { isTest } from '../test-events.ts';

/**
 * An event of a refused request as it is shown: without the keys of users, and without the values that were refused.
 */
export interface RefusedEvent {
  /** The index in the array. */
  readonly index: number;
  readonly errors: readonly { readonly field: string; readonly reason: string }[];
  /** The kinds of keys that were sent. */
  readonly identities: readonly string[];
  readonly event: Readonly<Record<string, unknown>>;
}

/** What is kept of the events of a refused request. */
export interface RefusedContent {
  /** JSON of `RefusedEvent`s. */
  readonly sample: string;
  /** JSON of events that no rule refuses, as they would be stored. */
  readonly events: string;
  readonly replayable: number;
  /** The length of the events that were looked at. */
  readonly scanned: number;
}

const MAX_SHOWN = 5;
const MAX_SHOWN_BYTES = 8_192;
/** The maximum number of characters of events that are looked at. Further events are only counted. */
const MAX_SCANNED = 256 * 1024;

/**
 * Returns the first events that no rule refuses, and the first to show: those that were refused, if any. What a rule
 * refuses may be personal data, so such a value is never kept.
 */
export function contentOf(
  system: Pick<System, 'config' | 'now'>,
  events: readonly unknown[],
): RefusedContent {
  const { operator } = system.config;
  const rules = { now: system.now(), operator, mayHoldAddress: true };
  const kept: string[] = [];
  const shown = { refused: [] as string[], others: [] as string[] };
  let scanned = 0;
  for (const [index, event] of events.entries()) {
    const json = JSON.stringify(event);
    scanned += json.length;
    if (scanned > MAX_SCANNED) break;
    if (isTest(event) || unstorableText([event], json) !== undefined) continue;
    const problems = eventProblems(event, rules);
    const list = problems.length > 0 ? shown.refused : shown.others;
    if (list.length < MAX_SHOWN) list.push(JSON.stringify(shownEvent(event, { index, problems, operator })));
    if (problems.length === 0) kept.push(JSON.stringify(storable(event, operator)));
  }
  const sample = withinByteLimit(shown.refused.length > 0 ? shown.refused : shown.others);
  return { sample: `[${sample}]`, events: `[${kept}]`, replayable: kept.length, scanned };
}

function withinByteLimit(texts: readonly string[]): string[] {
  let bytes = 0;
  return texts.filter((text) => {
    const size = Buffer.byteLength(text);
    if (bytes + size > MAX_SHOWN_BYTES) return false;
    bytes += size;
    return true;
  });
}

const TEXTS = ['event_time', 'action_source', 'action_source_url'];

/** The event with what would be stored of it, and nothing else. */
function storable(event: unknown, operator: string): Record<string, unknown> {
  if (!isRecord(event)) return {};
  const user = isRecord(event.user_data) ? event.user_data : {};
  const custom = isRecord(event.custom_data) ? event.custom_data : undefined;
  const value = custom?.gv == null ? 'value' : 'gv';
  return {
    ...pick(event, TEXTS),
    user_data: pick(user, [...Object.keys(HASHED), ...Object.keys(deviceIds(operator))]),
    ...(custom && {
      custom_data: pick(custom, [value, ...Object.keys(LABELS), 'product_id', 'user_defined']),
    }),
  };
}

const pick = (from: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => from[name] != null).map((name) => [name, from[name]]));

function shownEvent(
  event: unknown,
  { index, problems, operator }: { index: number; problems: readonly EventProblem[]; operator: string },
): RefusedEvent {
  const { user_data: user, custom_data: custom, ...rest } = storable(event, operator);
  const identities = Object.entries(isRecord(user) ? user : {}).flatMap(([name, key]) =>
    key === '' ? [] : [name === 'he' ? 'email' : name],
  );
  const refused = new Set(problems.map(({ path }) => path.replace(/\[.*$/, '')));
  const without = (values: Readonly<Record<string, unknown>>, prefix: string) =>
    pick(
      values,
      Object.keys(values).filter((name) => !refused.has(`${prefix}${name}`)),
    );
  return {
    index,
    errors: problems.slice(0, MAX_SHOWN).map(({ path, message }) => ({ field: path, reason: message })),
    identities: [...new Set(identities)],
    event: {
      ...without(rest, ''),
      ...(isRecord(custom) && { custom_data: without(custom, 'custom_data.') }),
    },
  };
}
