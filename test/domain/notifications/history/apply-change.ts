import type { FieldChange } from '../../../../src/domain/notifications/history/field-change.ts';
import { isRecord } from '../../../../src/platform/text/typed.ts';

/** What a client does to follow the history: computes the value on one side of a change from that on the other. */

interface Step {
  /** What the value loses and gains. */
  readonly lost: unknown;
  readonly gained: unknown;
  /** The positions of these items, for a list. */
  readonly lostAt: readonly number[];
  readonly gainedAt: readonly number[];
}

/** Returns the value after a change, given the value before it. */
export function applyChange(value: unknown, { before, after, partial }: FieldChange): unknown {
  const { removed = [], added = [] } = partial ?? {};
  return partial ? patch(value, { lost: before, gained: after, lostAt: removed, gainedAt: added }) : after;
}

/** Returns the value before a change, given the value after it. */
export function revertChange(value: unknown, { before, after, partial }: FieldChange): unknown {
  const { removed = [], added = [] } = partial ?? {};
  return partial ? patch(value, { lost: after, gained: before, lostAt: added, gainedAt: removed }) : before;
}

function patch(value: unknown, { lost, gained, lostAt, gainedAt }: Step): unknown {
  if (isRecord(value) && isRecord(lost) && isRecord(gained)) {
    const rest = Object.entries(value).filter(([name]) => !Object.hasOwn(lost, name));
    return { ...Object.fromEntries(rest), ...gained };
  }
  if (!Array.isArray(value) || !Array.isArray(gained)) throw new Error('The change is of another value.');
  const isLost = new Set(lostAt);
  const items = value.filter((_, index) => !isLost.has(index));
  // In ascending order, each position is final when its item is inserted.
  for (const [index, position] of gainedAt.entries()) items.splice(position, 0, gained[index]);
  return items;
}
