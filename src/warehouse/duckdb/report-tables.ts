import { csvCell } from '../csv.ts';
import type { Table } from '../engine.ts';
import type { PlanDimension, ReportPlan } from '../report-plan.ts';

/** The small tables that come with a report: `scope`, `rates_text`, `names_N` and `filter_N`. */
export function reportTables(plan: ReportPlan): Table[] {
  return [scopeTable(plan), ratesTable(plan), ...nameTables(plan), ...filterTables(plan)];
}

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
    name: 'rates_text',
    columns: [
      { name: 'day', type: 'VARCHAR' },
      { name: 'currency', type: 'VARCHAR' },
      { name: 'usd_per_unit', type: 'VARCHAR' },
    ],
    rows: rates.map((rate) => [rate.day, rate.currency, rate.usdPerUnit]),
  };
}

function nameTables({ dimensions }: ReportPlan): Table[] {
  return dimensions.map((dimension, at) => ({
    name: `names_${at}`,
    columns: [
      { name: 'id', type: idType(dimension) },
      { name: 'name', type: 'VARCHAR' },
    ],
    rows: dimension.names.map(([id, name]) => [id, csvCell(name)]),
  }));
}

function filterTables({ filters }: ReportPlan): Table[] {
  return filters.map(({ key, ids }, at) => ({
    name: `filter_${at}`,
    columns: [{ name: 'id', type: key === 'country' ? 'VARCHAR' : 'INTEGER' }],
    rows: ids.map((id) => [id]),
  }));
}

function idType({ key }: PlanDimension): 'INTEGER' | 'VARCHAR' {
  return key === 'country' ? 'VARCHAR' : 'INTEGER';
}
