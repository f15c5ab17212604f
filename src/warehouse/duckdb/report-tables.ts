import { csvCell } from '../csv.ts';
import type { Table } from '../engine.ts';
import { DERIVED, hasTextIds } from '../report-measures.ts';
import type { DimensionKey, ReportPlan } from '../report-plan.ts';

/** Returns the small tables that a report's statements read: `scope`, `rates`, `names_N`, `filter_N` and `of_X`. */
export function reportTables(plan: ReportPlan): Table[] {
  return [
    ...(joinsScope(plan) ? [scopeTable(plan)] : []),
    ...(plan.rates.length > 0 ? [ratesTable(plan)] : []),
    ...nameTables(plan),
    ...filterTables(plan),
    ...derivedTables(plan),
  ];
}

/**
 * The join costs a fifth of a large report. It is not needed if the IDs of the advertisers have no gaps,
 * because the range of IDs is a condition already.
 */
export function joinsScope({ scope, rates, dimensions }: ReportPlan): boolean {
  const ids = scope.map(({ advertiserId }) => advertiserId);
  const gapless = new Set(ids).size === largest(ids) - smallest(ids) + 1;
  return !gapless || rates.length > 0 || dimensions.some(({ key }) => key === 'seat' || key === 'group');
}

export const smallest = (ids: number[]) => ids.reduce((a, b) => Math.min(a, b), Number.MAX_SAFE_INTEGER);
export const largest = (ids: number[]) => ids.reduce((a, b) => Math.max(a, b), 0);

function scopeTable({ scope }: ReportPlan): Table {
  return {
    name: 'scope',
    columns: [
      { name: 'advertiser_id', type: 'INTEGER' },
      { name: 'seat_id', type: 'INTEGER' },
      { name: 'group_id', type: 'INTEGER' },
      { name: 'currency', type: 'VARCHAR' },
    ],
    rows: scope.map((row) => [row.advertiserId, row.seatId, row.groupId, row.currency]),
  };
}

function ratesTable({ rates }: ReportPlan): Table {
  return {
    name: 'rates',
    columns: [
      { name: 'day', type: 'DATE' },
      { name: 'currency', type: 'VARCHAR' },
      { name: 'usd_per_unit', type: 'DOUBLE' },
    ],
    rows: rates.map((rate) => [rate.day, rate.currency, rate.usdPerUnit]),
  };
}

function nameTables({ dimensions }: ReportPlan): Table[] {
  return dimensions.map((dimension, at) => ({
    name: `names_${at}`,
    columns: [
      { name: 'id', type: idType(dimension.key) },
      { name: 'name', type: 'VARCHAR' },
    ],
    rows: dimension.names.map(([id, name]) => [id, csvCell(name)]),
  }));
}

function filterTables({ filters }: ReportPlan): Table[] {
  return filters.map(({ key, ids }, at) => ({
    name: `filter_${at}`,
    columns: [{ name: 'id', type: idType(key) }],
    rows: ids.map((id) => [id]),
  }));
}

function derivedTables({ derived }: ReportPlan): Table[] {
  return derived.map(({ key, values }) => ({
    name: DERIVED[key].table,
    columns: [
      { name: 'id', type: 'INTEGER' },
      { name: 'value', type: idType(key) },
    ],
    rows: values,
  }));
}

const idType = (key: DimensionKey): 'INTEGER' | 'VARCHAR' => (hasTextIds(key) ? 'VARCHAR' : 'INTEGER');
