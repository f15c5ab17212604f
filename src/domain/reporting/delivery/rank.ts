import { queryPrepared } from '../../../platform/database/connection/prepared-statements.ts';
import { type Conditions, conditionsSql, predicatesIn } from '../../../resources/filter/conditions.ts';
import { type Order, orderSql, type Position, rowsAfterSql } from '../../../resources/filter/keyset.ts';
import { columnSql, predicateSql } from '../../../resources/filter/predicate-sql.ts';
import { deliveryStatusOf } from '../../campaigns/line/blockers/sql.ts';
import type { DomainContext } from '../../context.ts';
import { IS_BEHIND, refuseBehind } from './behind.ts';
import {
  type DeliveryConditionsSql,
  deliveryConditionsSql,
  refuseCurrencyWithoutRate,
} from './delivery-conditions.ts';
import { LEVELS, type Level } from './levels.ts';
import { pacingSql } from './pacing.ts';
import { type ByDelivery, deliveryValue } from './rank-delivery.ts';
import { hasRate, Values } from './sql.ts';

/** What a list is ordered by: delivery of each row, the pacing of a line, or a column. */
export type RankedBy = ByDelivery | { readonly pacing: PacingMetric; readonly at: Date } | 'column';

interface Selection {
  readonly level: Level;
  readonly conditions: Conditions;
}

export interface Ranking extends Selection {
  readonly by: RankedBy;
  /** The order. Its column is `id`, a column of the rows, or a placeholder for the value that they are ranked by. */
  readonly order: Order;
  readonly position: Position | undefined;
  readonly take: number;
}

/** The pacing values that lines can be ordered by. */
export const PACING_METRICS = ['RATIO', 'DELIVERED', 'PROJECTED'] as const;
export type PacingMetric = (typeof PACING_METRICS)[number];

/** The owners whose rows are ranked separately, identified by a column of the rows. */
interface Owners {
  readonly column: string;
  readonly ids: readonly number[];
}

interface Ranked {
  readonly id: number;
  /** A decimal; null for a row without a value. */
  readonly value: string | null;
}

/**
 * Returns the seat's matching rows in order, by owner. Without owners, all rows are under 0.
 * @throws UnavailableError while the roll-up lacks facts
 */
export async function rankRows(
  ctx: DomainContext,
  requested: Ranking,
  owners?: Owners,
): Promise<Map<number, Ranked[]>> {
  const { by, order, position, take } = requested;
  const values = new Values();
  const pacedAt = typeof by === 'object' && 'pacing' in by ? by.at : undefined;
  const rows = matching(ctx, requested, { values, owners, pacedAt });
  const { owner } = rows;
  const delivered =
    typeof by === 'object' && 'metric' in by
      ? deliveryValue(requested.level, by, { seat: rows.seat, now: ctx.now(), values })
      : undefined;
  const value = delivered?.value ?? valueSql(requested, rows.now);
  const column = (name: string) => (name === 'id' ? 'n.id' : value);
  const shown = (name: string) => (name === 'id' ? 'r.id' : 'r.value');
  const after = position
    ? `AND (${rowsAfterSql(order, column, {
        value: () => values.bind(position.value, order.sqlType),
        id: () => values.bind(position.id, 'int'),
      })})`
    : '';
  const tables = [...(delivered ? [delivered.table] : []), ...rows.filterSql.tables];
  const found = await queryPrepared<Head & ((Ranked & { owner: number }) | { id: null })>(ctx.pool, {
    text: `${withTables(tables)}
SELECT x.*, k.* FROM ${headSql(rows.filterSql, delivered?.currencyWithoutRate)} x LEFT JOIN (
  SELECT r.owner, r.id, r.value::text AS value, row_number() OVER (PARTITION BY r.owner ORDER BY ${orderSql(order, shown)}) AS place FROM (
    SELECT ${owner} AS owner, n.id, ${value} AS value
    FROM ${rows.from} ${delivered?.join ?? ''} WHERE ${rows.where} ${after}
    ${owners ? '' : `ORDER BY ${orderSql(order, column)} LIMIT ${take}`}) r) k ON k.place <= ${take}
ORDER BY k.owner, k.place`,
    values: values.list,
  });
  checkHead(found.rows[0]);
  return byOwner(found.rows.filter((row): row is Head & Ranked & { owner: number } => row.id !== null));
}

/** What every row of a statement says about all of them. */
interface Head {
  readonly behind: boolean;
  /** A currency without an exchange rate, of the filter and of the order. */
  readonly unrated: string | null;
  readonly unrated_order: string | null;
}

const withTables = (tables: readonly string[]) => (tables.length > 0 ? `WITH ${tables.join(',\n')}` : '');
const headSql = ({ currencyWithoutRate }: DeliveryConditionsSql, unratedOrder = 'NULL') =>
  `(SELECT ${IS_BEHIND} AS behind, ${currencyWithoutRate} AS unrated, ${unratedOrder} AS unrated_order)`;

function checkHead(head: Head | undefined): void {
  refuseBehind(head);
  refuseCurrencyWithoutRate(head?.unrated, 'filter.delivery.currency');
  refuseCurrencyWithoutRate(head?.unrated_order, 'orderBy.delivery.currency');
}

/** Returns how many of the seat's rows match, by owner. Without owners, all rows are counted under 0. */
export async function countRows(
  ctx: DomainContext,
  requested: Selection,
  owners?: Owners,
): Promise<Map<number, number>> {
  const values = new Values();
  const { owner, from, where, filterSql } = matching(ctx, requested, { values, owners });
  const { rows } = await queryPrepared<Head & { owner: number | null; count: number }>(ctx.pool, {
    text: `${withTables(filterSql.tables)}
SELECT x.*, c.* FROM ${headSql(filterSql)} x LEFT JOIN (
  SELECT ${owner} AS owner, count(*)::int AS count FROM ${from} WHERE ${where} GROUP BY 1) c ON true`,
    values: values.list,
  });
  checkHead(rows[0]);
  return new Map(rows.flatMap(({ owner, count }) => (owner === null ? [] : [[owner, count] as const])));
}

/**
 * SQL: the matching rows (`n`) with their advertisers (`a`) and, if requested, the pacing of lines (`pc`) and the
 * delivery that they are filtered by.
 */
function matching(
  ctx: DomainContext,
  { level, conditions }: Selection,
  { values, owners, pacedAt }: { values: Values; owners: Owners | undefined; pacedAt?: Date | undefined },
) {
  const seat = values.bind(ctx.seatId, 'int');
  const derived = predicatesIn(conditions).flatMap(({ isDerived, column }) => (isDerived ? [column] : []));
  const isPaced = pacedAt !== undefined || derived.includes('pacing');
  const filterSql = deliveryConditionsSql(level, conditions, { seat, now: ctx.now(), values });
  const now =
    isPaced || derived.includes('deliveryStatus') ? values.bind(pacedAt ?? ctx.now(), 'timestamptz') : '';
  const owner = owners ? columnSql('n', owners.column) : '0';
  const where = [
    `n.seat_id = ${seat}`,
    ...(owners ? [`${owner} = ANY(${values.bind(owners.ids, 'int[]')})`] : []),
    ...matchingSql(conditions, { values, now, filterSql }),
  ];
  const paced = `LEFT JOIN LATERAL (${pacingSql({ line: 'n.id', currency: 'a.currency', now })}) pc ON ${hasRate('a.currency')}`;
  return {
    ...{ seat, now, owner, filterSql, where: where.join(' AND ') },
    from: `${LEVELS[level].rows} ${isPaced ? paced : ''} ${filterSql.joins}`,
  };
}

const today = (now: string) => `(${now} AT TIME ZONE 'UTC')::date`;
/** Amounts are compared in US dollars at today's rate. */
const PACING_VALUES: Readonly<Record<PacingMetric, (now: string) => string>> = {
  RATIO: () => 'pc.ratio::numeric',
  DELIVERED: (now) => `pc.delivered * usd_per_unit(a.currency, ${today(now)})::numeric`,
  PROJECTED: (now) => `pc.projected::numeric * usd_per_unit(a.currency, ${today(now)})::numeric`,
};

function valueSql({ by, order }: Ranking, now: string): string {
  return typeof by === 'object' && 'pacing' in by
    ? PACING_VALUES[by.pacing](now)
    : columnSql('n', order.column);
}

function byOwner(rows: readonly (Ranked & { owner: number })[]): Map<number, Ranked[]> {
  const pages = new Map<number, Ranked[]>();
  for (const { owner, id, value } of rows) {
    const page = pages.get(owner) ?? [];
    page.push({ id, value });
    pages.set(owner, page);
  }
  return pages;
}

/** Columns of lines that are computed instead of stored. */
const DERIVED: Readonly<Record<string, (now: string) => string>> = {
  deliveryStatus: (now) => deliveryStatusOf({ line: (column) => `n.${column}`, now }),
  pacing: () => 'pc.status',
};

function matchingSql(
  conditions: Conditions,
  { values, now, filterSql }: { values: Values; now: string; filterSql: DeliveryConditionsSql },
): string[] {
  let aliases = 0;
  return conditionsSql<string>(conditions, {
    predicate: (predicate) => {
      const compared = filterSql.predicate(predicate);
      if (compared !== undefined) return compared;
      const derived = predicate.isDerived && DERIVED[predicate.column];
      if (derived)
        return predicate.operator === 'in'
          ? `${derived(now)} = ANY(${values.bind(predicate.value, 'text[]')})`
          : `${derived(now)} = ${values.bind(predicate.value, 'text')}`;
      return predicateSql(predicate, 'n', {
        alias: () => {
          aliases += 1;
          return `o${aliases}`;
        },
        bind: (stored = (value) => value, type) => values.bind(stored(predicate.value), type),
      });
    },
    raw: (text) => text,
    join: (parts, separator) => parts.join(separator),
  });
}
