import type { FieldNode } from 'graphql';
import { CEILING, type Priced } from './cost.ts';

/** The field that makes a request too expensive, and how to reduce the cost. */
export interface Costliest {
  /** The path of the field, such as `advertisers.nodes.lines`. */
  readonly field: string;
  /** The points of the objects that the field may return. */
  readonly cost: number;
  /** The largest page size with which the request would be accepted: of that field, or of every list. */
  readonly first:
    | { readonly of: 'field' | 'every list'; readonly name: 'first' | 'last'; readonly size: number }
    | undefined;
}

/**
 * Returns the most expensive field. Only for refused requests, because each size that is tried prices the request
 * again.
 */
export function costliestOf(requested: Priced): Costliest | undefined {
  const [costliest] = requested.parts().sort((a, b) => b.cost - a.cost);
  if (!costliest) return undefined;
  const { node, path, cost, size } = costliest;
  const passes = (sizeOf: Parameters<typeof requested.costWith>[0]) => requested.costWith(sizeOf) <= CEILING;
  const sized = (size: number, isMeant: (one: FieldNode) => boolean) =>
    passes((one, argument) => (argument === 'first' && isMeant(one) ? size : undefined));
  const own = size && largest(size, (size) => sized(size, (one) => one === node));
  const all = own ? 0 : largest(100, (size) => sized(size, () => true));
  const isLast = node.arguments?.some(({ name }) => name.value === 'last') ?? false;
  const first = own
    ? { of: 'field' as const, name: isLast ? ('last' as const) : ('first' as const), size: own }
    : all
      ? { of: 'every list' as const, name: 'first' as const, size: all }
      : undefined;
  return { field: path.join('.'), cost, first };
}

/** Returns the largest number below `above` that passes, or 0. Every number below one that passes must pass, too. */
function largest(above: number, passes: (size: number) => boolean): number {
  // Mostly none passes where rows that are read cost the most.
  if (above < 2 || !passes(1)) return 0;
  let [good, bad] = [1, above];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (passes(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
