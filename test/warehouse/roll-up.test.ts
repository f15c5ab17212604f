import { describe, expect, test } from 'vitest';
import { flowConversions } from '../../src/domain/report/flow-conversions.ts';
import { compactFacts } from '../../src/warehouse/compact.ts';
import { rebuildDays, rollUpFiles } from '../../src/warehouse/roll-up.ts';
import { reportingService } from '../rest/reporting/support.ts';
import { createAd, insertConversions } from '../support/intake.ts';

const service = await reportingService({ worker: false });
const { system, warehouse } = service;
const client = await service.client();
const { ids } = await service.advertiser(client);
const owner = { seatId: client.seatId, advertiserId: ids.advertiserId };
const ad = await createAd(system, owner);
const facts = { advertiserId: ids.advertiserId, campaignId: ad.campaignId, lineId: ad.lineId };

const KEYS = 'line_id, day, advertiser_id, campaign_id, ad_id, package_id, country, value_currency';
const days = async () =>
  (await system.pool.query(`SELECT * FROM delivery_day ORDER BY ${KEYS}`)).rows as Record<string, unknown>[];
/** The sums of the days, each as the days themselves have them, and as they are kept. */
const SUMS = ['impressions', 'clicks', 'spend', 'conversions']
  .map((name) => `sum(${name})::bigint AS ${name}`)
  .join(', ');
const KEPT = {
  delivery_line_day: `SELECT line_id, day, advertiser_id, campaign_id, value_currency, bit_or(hours) AS hours,
    ${SUMS}, sum(conversion_value) AS conversion_value,
    array[sum(impressions_until[5]), sum(impressions_until[24])]::bigint[] AS some FROM delivery_day GROUP BY 1, 2, 3, 4, 5`,
  delivery_line_week: `SELECT advertiser_id, date_trunc('week', day)::date AS week, campaign_id, line_id, ${SUMS}
    FROM delivery_day GROUP BY 1, 2, 3, 4`,
  delivery_ad_week: `SELECT advertiser_id, date_trunc('week', day)::date AS week, line_id, ad_id, ${SUMS}
    FROM delivery_day WHERE ad_id > 0 GROUP BY 1, 2, 3, 4`,
};
/** Rows of sums that are missing, or are not those of the days. */
async function wrongSums(): Promise<unknown[]> {
  const wrong = Object.entries(KEPT).map(async ([table, sums]) => {
    const columns =
      table === 'delivery_line_day'
        ? 'line_id, day, advertiser_id, campaign_id, value_currency, hours, impressions, clicks, spend, conversions, conversion_value, array[impressions_until[5], impressions_until[24]]'
        : '*';
    const kept = `SELECT ${columns} FROM ${table}`;
    const { rows } = await system.pool.query(
      `((${sums}) EXCEPT (${kept})) UNION ALL ((${kept}) EXCEPT (${sums}))`,
    );
    return rows.map((row) => ({ table, ...row }));
  });
  return (await Promise.all(wrong)).flat();
}
const line = async () => (await days()).filter((row) => row.line_id === ad.lineId);
const totalsOf = (row: Record<string, unknown> | undefined) =>
  ((row?.impressions_until ?? []) as string[]).map(Number);

describe('the roll-up of facts', () => {
  test('holds a day’s sums and its running totals by hour', async () => {
    await service.load([
      { ...facts, hour: '2026-03-01T05:00:00Z', impressions: 10, spend: '0.000001', adId: ad.adId },
      { ...facts, hour: '2026-03-01T05:00:00Z', impressions: 1, spend: '2', adId: ad.adId },
      { ...facts, hour: '2026-03-01T22:00:00Z', impressions: 5, spend: '0', adId: ad.adId },
    ]);
    const [row] = await line();
    expect(row).toMatchObject({
      ad_id: ad.adId,
      impressions: '16',
      spend: '2000001',
      hours: (1 << 5) | (1 << 22),
    });
    const totals = totalsOf(row);
    expect(totals).toHaveLength(24);
    expect([totals[4], totals[5], totals[21], totals[22], totals[23]]).toEqual([0, 11, 11, 16, 16]);
  });

  test('adds facts that come late, and counts a load that is tried again once', async () => {
    const late = [{ ...facts, hour: '2026-03-01T04:00:00Z', impressions: 100, spend: '1', adId: ad.adId }];
    await service.load(late);
    expect(await service.load(late)).toMatchObject({ loaded: false });
    const [row] = await line();
    expect(row).toMatchObject({ impressions: '116', spend: '3000001' });
    expect(totalsOf(row)[4]).toBe(100);
  });

  test('is the same once it is built anew, and after files were merged', async () => {
    await insertConversions(system, { ...owner, ...ad }, [
      { gv: '2.5', gc: 'EUR', at: '2026-03-02T10:00:00Z' },
      { gv: '1', gc: 'USD', at: '2026-03-02T11:00:00Z' },
    ]);
    await flowConversions(system, warehouse);
    for (let hour = 0; hour < 21; hour += 1)
      await service.load([
        { ...facts, hour: `2026-03-0${1 + (hour % 3)}T0${hour % 10}:00:00Z`, clicks: hour },
      ]);
    const before = await days();
    expect(before.map((row) => row.value_currency)).toContain('EUR');
    expect(await rebuildDays(system.pool, warehouse)).toBeGreaterThan(20);
    expect(await days()).toEqual(before);
    expect(await compactFacts(system.pool, warehouse)).toBeGreaterThan(20);
    expect(await wrongSums()).toEqual([]);
    expect(await rebuildDays(system.pool, warehouse)).toBe(2);
    expect(await days()).toEqual(before);
    expect(await wrongSums()).toEqual([]);
  }, 90_000);

  test('takes up files of an earlier version by itself', async () => {
    const before = await days();
    await system.pool.query('TRUNCATE delivery_day, delivery_line_day, delivery_line_week, delivery_ad_week');
    await system.pool.query('UPDATE fact_file SET rolled_up = false WHERE retired_at IS NULL');
    expect(await rollUpFiles(system.pool, warehouse)).toBe(2);
    expect(await days()).toEqual(before);
    expect(await wrongSums()).toEqual([]);
  });

  test('sums the files of a version that kept the days alone, whose days count once', async () => {
    const before = await days();
    await system.pool.query('TRUNCATE delivery_line_day, delivery_line_week, delivery_ad_week');
    await system.pool.query('UPDATE fact_file SET summed = false WHERE retired_at IS NULL');
    expect(await rollUpFiles(system.pool, warehouse)).toBe(2);
    expect(await days()).toEqual(before);
    expect(await wrongSums()).toEqual([]);
  });

  test('a load that fails leaves nothing of its days', async () => {
    const before = await days();
    await system.pool.query('ALTER TABLE fact_hour RENAME TO fact_hour_away');
    await expect(service.load([{ ...facts, hour: '2026-03-09T00:00:00Z' }])).rejects.toThrow('fact_hour');
    await system.pool.query('ALTER TABLE fact_hour_away RENAME TO fact_hour');
    expect(await days()).toEqual(before);
  });
});

describe('an ad in facts', () => {
  test('must be one of the line: other rows are refused by their lines', async () => {
    const other = await createAd(system, owner);
    const load = service.load([
      { ...facts, adId: ad.adId },
      { ...facts, adId: other.adId },
      { ...facts, adId: 999_999_999 },
      { ...facts, adId: '' },
    ]);
    await expect(load).rejects.toMatchObject({
      refused: 2,
      lines: [
        { line: 3, problems: ['adId must be an ad of the line'] },
        { line: 4, problems: ['adId must be an ad of the line'] },
      ],
    });
  });

  test('is refused together with the other problems of the file', async () => {
    const load = service.load([
      { ...facts, adId: 999_999_999 },
      { ...facts, adId: 'x' },
      { ...facts, adId: ad.adId, country: 'usa' },
    ]);
    await expect(load).rejects.toMatchObject({ refused: 3 });
  });
});
