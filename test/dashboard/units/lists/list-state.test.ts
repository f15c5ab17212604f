import '../../../support/browser-language.ts';
import { expect, it } from 'vitest';
import {
  columnNames,
  columnsIn,
  filterOf,
  orderOf,
  pageOf,
  scopeIn,
} from '../../../../src/dashboard/pages/list/list-state.ts';
import type { ListColumn, Resource } from '../../../../src/dashboard/pages/list/resource.ts';
import { periodOf } from '../../../../src/dashboard/parts/period/period.ts';

const NOON = Date.parse('2026-03-03T12:00:00Z');
const cell = () => null;
const COLUMNS: readonly ListColumn<object, 'NAME' | 'BUDGET'>[] = [
  { key: 'NAME', name: 'Name', shown: 'always', sort: { field: 'NAME' }, cell },
  { key: 'BLOCKER', name: 'Delivery blocker', shown: 'first', cell },
  { key: 'PACING', name: 'Pace', shown: 'first', sort: { pacing: 'RATIO' }, cell },
  { key: 'SPEND', name: 'Spend', shown: 'first', sort: { metric: 'SPEND' }, cell },
  { key: 'CPC', name: 'CPC', shown: 'chosen', sort: { metric: 'CPC' }, cell },
  { key: 'BUDGET', name: 'Budget', shown: 'chosen', sort: { field: 'BUDGET' }, cell },
];
interface Filter {
  status?: string;
  budget?: object;
  campaignId?: { eq: string };
}
const RESOURCE: Pick<Resource<object, 'NAME', Filter>, 'filters' | 'scopes' | 'compared'> = {
  filters: [
    {
      ...{ param: 'status', label: 'status', any: 'Any status' },
      choices: [['PAUSED', 'Paused']],
      filter: (value) => ({ status: value }),
    },
  ],
  compared: [{ key: 'BUDGET', name: 'Budget', kind: 'number', filter: (budget) => ({ budget }) }],
  scopes: [
    {
      ...{ param: 'campaign', name: 'Campaign', node: 'Campaign' },
      filter: (id) => ({ campaignId: { eq: id } }),
      facts: (id) => ({ facts: { campaignIds: [id] } }),
    },
  ],
};
const keysOf = (columns: readonly { readonly key: string }[]) => columns.map(({ key }) => key);

it('a list is about the last seven days until its address says otherwise, and is compared with those before', () => {
  expect(periodOf({}, 'UTC', NOON)).toEqual({
    range: 'LAST_7_DAYS',
    chosen: { start: '2026-02-24', end: '2026-03-02' },
    days: { start: '2026-02-24', end: '2026-03-02' },
    wrong: undefined,
    compared: { start: '2026-02-17', end: '2026-02-23' },
  });
  expect(
    periodOf({ range: 'LAST_30_DAYS', from: '2026-02-01', to: '2026-02-03' }, 'UTC', NOON),
  ).toMatchObject({
    range: undefined,
    days: { start: '2026-02-01', end: '2026-02-03' },
  });
});

it('a range that is not over is compared with nothing', () => {
  for (const range of ['TODAY', 'MONTH_TO_DATE'])
    expect(periodOf({ range }, 'UTC', NOON).compared).toBeUndefined();
  expect(periodOf({ range: 'YESTERDAY' }, 'UTC', NOON).compared).toEqual({
    start: '2026-03-01',
    end: '2026-03-01',
  });
});

it('days that cannot be asked for are named, and others are asked for', () => {
  const { wrong, chosen, days } = periodOf({ from: '2026-02-31', to: '2026-03-01' }, 'UTC', NOON);
  expect(wrong).toMatch(/calendar/);
  expect(chosen.start).toBe('2026-02-31');
  expect(days.start).toBe('2026-02-24');
});

it('columns are those of the address, in the order of the list, and the name is always there', () => {
  expect(keysOf(columnsIn(COLUMNS, undefined))).toEqual(['NAME', 'BLOCKER', 'PACING', 'SPEND']);
  expect(keysOf(columnsIn(COLUMNS, 'CPC,SPEND,NOTHING'))).toEqual(['NAME', 'SPEND', 'CPC']);
  for (const chosen of [['SPEND', 'CPC'], []])
    expect(keysOf(columnsIn(COLUMNS, columnNames(COLUMNS, chosen)))).toEqual(['NAME', ...chosen]);
  expect(columnNames(COLUMNS, ['SPEND', 'NAME', 'PACING', 'BLOCKER'])).toBeUndefined();
});

it('a list is ordered by spend first, and by whatever the service can order by', () => {
  const days = { start: '2026-02-24', end: '2026-03-02' };
  const shown = { days, timezone: 'America/New_York', currency: 'EUR' };
  const spend = {
    delivery: { metric: 'SPEND', range: { between: days }, timezone: 'America/New_York', currency: 'EUR' },
    direction: 'DESC',
  };
  expect(orderOf(COLUMNS, {}, shown)).toEqual({ by: 'SPEND', descending: true, orderBy: spend });
  // The blocker has no order.
  for (const sort of ['BLOCKER', 'constructor'])
    expect(orderOf(COLUMNS, { sort }, shown)).toMatchObject({ by: 'SPEND', orderBy: spend });
  expect(orderOf(COLUMNS, { sort: 'NAME' }, shown).orderBy).toEqual({ field: 'NAME', direction: 'ASC' });
  expect(orderOf(COLUMNS, { sort: 'NAME', dir: 'desc' }, shown).orderBy.direction).toBe('DESC');
  expect(orderOf(COLUMNS, { sort: 'PACING', dir: 'asc' }, shown).orderBy).toEqual({
    pacing: 'RATIO',
    direction: 'ASC',
  });
  expect(orderOf(COLUMNS, { sort: 'CPC' }, shown)).toMatchObject({ by: 'CPC', descending: true });
});

it('a page is read forwards from a cursor or backwards to one', () => {
  expect(pageOf({})).toEqual({ first: 50, after: null, last: null, before: null });
  expect(pageOf({ after: 'a' })).toEqual({ first: 50, after: 'a', last: null, before: null });
  expect(pageOf({ before: 'b' })).toEqual({ first: null, after: null, last: 50, before: 'b' });
});

const SHOWN = { days: { start: '2026-02-24', end: '2026-03-02' }, timezone: 'UTC', currency: 'USD' };

it('filters narrow a list down together; a value that is no choice does not', () => {
  expect(filterOf(RESOURCE, { status: 'PAUSED', campaign: '12', q: 'shoes' }, SHOWN)).toEqual({
    filter: { status: 'PAUSED', campaignId: { eq: '12' }, query: 'shoes' },
    isFiltered: true,
  });
  expect(filterOf(RESOURCE, { status: 'SLEEPING', campaign: 'twelve' }, SHOWN)).toEqual({
    filter: {},
    isFiltered: false,
  });
  expect(filterOf(RESOURCE, { q: ' trail  shoes' }, SHOWN).filter).toEqual({
    and: [{ query: 'trail' }, { query: 'shoes' }],
  });
  // Others are added to what the list is narrowed down to, which may have alternatives of their own.
  expect(filterOf(RESOURCE, { q: '109' }, SHOWN).filter).toEqual({
    and: [{ or: [{ query: '109' }, { id: { eq: '109' } }] }],
  });
  expect(scopeIn(RESOURCE.scopes, { campaign: '12' })?.scope.facts('12')).toEqual({
    facts: { campaignIds: ['12'] },
  });
});
