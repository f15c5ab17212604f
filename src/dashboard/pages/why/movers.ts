import type { DashboardMovedQuery, DashboardMoversQuery } from '../../generated/graphql.ts';
import { addSums, NO_SUMS, type Sum, type Sums, sumsOf } from '../../parts/figures/metrics.ts';
import type { Scope } from '../../parts/figures/scope.ts';
import { pointsOf } from '../delivery/course-data.ts';
import type { Dimension } from './question.ts';

export type Node = Extract<NonNullable<DashboardMovedQuery['nodes'][number]>, { readonly now: unknown }>;

/** Something that delivers, with what it delivered in both ranges. */
export interface Mover {
  readonly key: string;
  readonly name: string;
  readonly now: Sums;
  readonly before: Sums;
  readonly scope: Scope;
  /** Absent for a country. */
  readonly node?: Node;
}

const KEYS = {
  ADVERTISER: 'advertiser',
  CAMPAIGN: 'campaign',
  LINE: 'line',
  AD: 'ad',
} as const;

/** The objects of either table, candidates for the largest change. */
export function candidateIds(data: DashboardMoversQuery, by: Dimension): readonly string[] {
  if (!(by in KEYS)) return [];
  const key = KEYS[by as keyof typeof KEYS];
  const ids = [...data.now.nodes, ...data.before.nodes].flatMap((row) => row[key]?.id ?? []);
  return [...new Set(ids)];
}

/** Those of the candidates that probably changed most. What only one table lists may have changed by all that it has. */
export function likeliest(
  data: DashboardMoversQuery,
  by: Dimension,
  { sum, most }: { readonly sum: Sum; readonly most: number },
): readonly string[] {
  const key = KEYS[by as keyof typeof KEYS];
  const sums = new Map<string, number>();
  for (const [sign, { nodes }] of [[1, data.now] as const, [-1, data.before] as const])
    for (const row of nodes) {
      const id = row[key]?.id;
      if (id) sums.set(id, (sums.get(id) ?? 0) + sign * sumsOf(row.delivery)[sum]);
    }
  return candidateIds(data, by)
    .toSorted((a, b) => Math.abs(sums.get(b) ?? 0) - Math.abs(sums.get(a) ?? 0))
    .slice(0, most);
}

/** Subtracts one set of sums from another. */
const without = (all: Sums, part: Sums): Sums =>
  addSums([
    all,
    Object.fromEntries(Object.entries(part).map(([name, value]) => [name, -value])) as unknown as Sums,
  ]);

/** A mover for each node. The earlier range counts only its hours before `until`. */
export const moversOf = (nodes: DashboardMovedQuery['nodes'], until: string | undefined): readonly Mover[] =>
  nodes.flatMap((node): readonly Mover[] => {
    if (!node || !('now' in node)) return [];
    const late = pointsOf(node.tail).filter(
      ({ start }) => until !== undefined && Date.parse(start) >= Date.parse(until),
    );
    const before = without(sumsOf(node.before), addSums(late.map(({ sums }) => sums)));
    const { id, name } = node;
    return [{ key: id, name, now: sumsOf(node.now), before, scope: { node: id }, node }];
  });

/** Movers by country; both tables list every country. */
export function countriesOf(
  { now, before }: DashboardMoversQuery,
  node: string | undefined,
): readonly Mover[] {
  const found = new Map<string, { name: string; now: Sums; before: Sums }>();
  for (const [range, { nodes }] of Object.entries({ now, before }))
    for (const { country, delivery } of nodes) {
      const { code, name } = country ?? { code: '', name: 'Unknown' };
      const known = found.get(code) ?? { name, now: NO_SUMS, before: NO_SUMS };
      found.set(code, { ...known, [range]: sumsOf(delivery) });
    }
  return [...found].map(([code, each]) => ({ key: code, ...each, scope: { node, country: code } }));
}

/** The movers with the largest differences, at most `most`. */
export function ranked(movers: readonly Mover[], sum: Sum, most: number): readonly Mover[] {
  const size = ({ now, before }: Mover) => Math.abs(now[sum] - before[sum]);
  return movers
    .filter((mover) => size(mover) > 0)
    .sort((a, b) => size(b) - size(a))
    .slice(0, most);
}
