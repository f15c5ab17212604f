import type { Fields, Problems } from '../../../resources/define/input.ts';
import { pathText } from '../../../resources/define/issues.ts';
import { hourOfWeek } from './day-part.ts';
import { DayPartInput, type UpdateBidMultipliers } from './input.ts';
import type { TargetType } from './targets.ts';
import type { BidMultiplier, LineBidMultipliers } from './view.ts';

export type Sent = Partial<Fields<(typeof UpdateBidMultipliers)['fields']['shape']>>;

/** The rows that a change writes and deletes. */
interface Plan {
  readonly added: { targetType: TargetType; targetValue: number; multiplier: number }[];
  readonly edited: { id: number; multiplier: number }[];
  readonly removed: number[];
}

/**
 * Checks a change against the line's multipliers. Adds every problem to `problems`; a plan with problems is not run.
 */
export function planChange(options: {
  problems: Problems;
  sent: Sent;
  stored: LineBidMultipliers;
  /** The values of the valid targets, for each type that `added` names. */
  valid: ReadonlyMap<TargetType, ReadonlySet<number>>;
}): Plan {
  const { problems, sent, stored } = options;
  const byId = new Map(stored.bidMultipliers.map((row) => [row.id, row]));
  const removed = readRemoved(problems, sent, byId);
  const edited = readEdited(problems, sent, { byId, removed });
  const added = readAdded({ ...options, removed });
  checkCap(problems, sent, stored.bidMultiplierCap);
  return {
    added: added.filter(({ multiplier }) => multiplier !== 1),
    edited: edited.filter(
      ({ id, multiplier }) => multiplier !== 1 && multiplier !== byId.get(id)?.multiplier,
    ),
    removed: [...removed, ...edited.filter(({ multiplier }) => multiplier === 1).map(({ id }) => id)],
  };
}

const UNKNOWN = 'must be the ID of a bid multiplier of this line';

/** `removed` and `removedItems` are two spellings of the same list; an ID can be in both. */
function readRemoved(problems: Problems, sent: Sent, byId: Map<number, BidMultiplier>): Set<number> {
  const { removed = [], removedItems = [] } = sent;
  for (const [index, id] of removed.entries()) if (!byId.has(id)) problems.add(`removed[${index}]`, UNKNOWN);
  for (const [index, { id, targetType }] of removedItems.entries()) {
    const row = byId.get(id);
    if (!row) problems.add(`removedItems[${index}].id`, UNKNOWN);
    else if (targetType !== undefined && targetType !== row.targetType)
      problems.add(`removedItems[${index}].targetType`, `is ${row.targetType} and cannot be changed`);
  }
  return new Set([...removed, ...removedItems.map(({ id }) => id)]);
}

function readEdited(
  problems: Problems,
  sent: Sent,
  known: { byId: Map<number, BidMultiplier>; removed: Set<number> },
): { id: number; multiplier: number }[] {
  const { edited = [] } = sent;
  const seen = new Set<number>();
  for (const [index, item] of edited.entries()) {
    const at = `edited[${index}]`;
    const row = known.byId.get(item.id);
    if (!row) problems.add(`${at}.id`, UNKNOWN);
    else checkSameTarget(problems, at, item, row);
    if (known.removed.has(item.id)) problems.add(`${at}.id`, 'must not be edited and removed at once');
    if (seen.has(item.id)) problems.add(`${at}.id`, 'must not be edited twice');
    seen.add(item.id);
  }
  return edited.map(({ id, multiplier }) => ({ id, multiplier }));
}

function checkSameTarget(
  problems: Problems,
  at: string,
  item: { targetType?: TargetType; targetValue?: unknown },
  row: BidMultiplier,
): void {
  if (item.targetType !== undefined && item.targetType !== row.targetType)
    problems.add(`${at}.targetType`, `is ${row.targetType} and cannot be changed`);
  else if (item.targetValue != null) {
    const value = readValue(problems, `${at}.targetValue`, row.targetType, item.targetValue);
    if (value !== undefined && value !== row.targetValue)
      problems.add(`${at}.targetValue`, 'cannot be changed: remove this one and add another');
  }
}

function readAdded(options: {
  problems: Problems;
  sent: Sent;
  stored: LineBidMultipliers;
  valid: ReadonlyMap<TargetType, ReadonlySet<number>>;
  removed: Set<number>;
}): Plan['added'] {
  const { problems, sent, stored, valid, removed } = options;
  const { added = [] } = sent;
  const keyOf = (type: string, value: number) => `${type} ${value}`;
  const taken = new Map(
    stored.bidMultipliers
      .filter(({ id }) => !removed.has(id))
      .map((row) => [
        keyOf(row.targetType, row.targetValue),
        `already has multiplier ${row.id} of this line: edit that one`,
      ]),
  );
  const rows: Plan['added'] = [];
  for (const [index, { targetType, targetValue, multiplier }] of added.entries()) {
    // The value cannot be checked without a valid type.
    if (targetType === undefined) continue;
    const at = `added[${index}].targetValue`;
    const value = readValue(problems, at, targetType, targetValue);
    if (value === undefined) continue;
    const key = keyOf(targetType, value);
    const conflict = taken.get(key);
    if (!valid.get(targetType)?.has(value)) problems.add(at, `must be the ID of a ${targetType} target`);
    else if (conflict !== undefined) problems.add(at, conflict);
    taken.set(key, `must not repeat added[${index}].targetValue`);
    rows.push({ targetType, targetValue: value, multiplier });
  }
  return rows;
}

/** Returns the target as it is stored; undefined if a problem was added. */
function readValue(problems: Problems, at: string, targetType: string, value: unknown): number | undefined {
  if (targetType !== 'DAY_PARTING') {
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
    problems.add(at, value == null ? 'is required' : 'must be an integer ID');
    return undefined;
  }
  const result = DayPartInput.safeParse(value);
  if (result.success) return hourOfWeek(result.data);
  for (const { path, message } of result.error.issues)
    problems.add(path.length === 0 ? at : `${at}.${pathText(path)}`, message);
  return undefined;
}

function checkCap(problems: Problems, sent: Sent, cap: number | null): void {
  if (cap === null) return;
  for (const list of ['added', 'edited'] as const)
    for (const [index, { multiplier }] of (sent[list] ?? []).entries())
      if (multiplier > cap)
        problems.add(
          `${list}[${index}].multiplier`,
          `must be at most ${cap}, the bidMultiplierCap of the line`,
        );
}
