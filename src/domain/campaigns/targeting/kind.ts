import type { z } from 'zod';
import { defineEnum, valuesOf } from '../../../resources/define/enum-type.ts';
import type { Problems } from '../../../resources/define/input.ts';
import type { DomainContext } from '../../context.ts';

export const TARGET_TYPES = ['GEOGRAPHY', 'NATIVE_LIST', 'TARGET_PRODUCT_FUNNEL'] as const;
/** EXCHANGES is not a documented type; only clients of the observed profile can set it. */
export const TARGET_TYPE_NAME = defineEnum('TargetTypeName', 'The target types of a line.', {
  GEOGRAPHY: 'Locations.',
  NATIVE_LIST: 'Native lists, which a line blocks.',
  TARGET_PRODUCT_FUNNEL: 'Product funnels.',
  EXCHANGES: 'Deals and exchanges. Only set by clients of the observed profile.',
});
export const EVERY_TARGET_TYPE = valuesOf(TARGET_TYPE_NAME);
export type TargetTypeName = (typeof EVERY_TARGET_TYPE)[number];

/** One type of targets of a line: its block of the input, and what the line shows of it. */
export interface TargetKind<Block extends z.ZodType> {
  readonly name: TargetTypeName;
  readonly block: Block;
  /**
   * Checks the block of the input. Returns a function that stores it in the same transaction; undefined if nothing
   * changes.
   */
  prepare(call: {
    ctx: DomainContext;
    problems: Problems;
    line: { id: number; advertiserId: number };
    sent: NonNullable<z.output<Block>>;
  }): Promise<(() => Promise<unknown>) | undefined>;
}

/**
 * Returns a function that stores the difference between the stored targets and the new ones; undefined if they are the
 * same.
 */
export function storeDifference<Value>(
  stored: ReadonlyMap<number, Value>,
  next: ReadonlyMap<number, Value>,
  store: (difference: { removed: number[]; added: [number, Value][] }) => Promise<void>,
): (() => Promise<void>) | undefined {
  const removed = [...stored].filter(([id, value]) => next.get(id) !== value).map(([id]) => id);
  const added = [...next].filter(([id, value]) => stored.get(id) !== value);
  return removed.length + added.length === 0 ? undefined : () => store({ removed, added });
}

/** Targets without a value: each ID maps to true. */
export const asEnabled = (ids: Iterable<number>): ReadonlyMap<number, true> =>
  new Map([...ids].map((id) => [id, true]));
