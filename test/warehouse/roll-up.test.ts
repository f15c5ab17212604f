import { describe, expect, test } from 'vitest';
import { exportConversions } from '../../src/domain/reporting/report/export-conversions.ts';
import { inTransaction } from '../../src/platform/database/transaction/in-transaction.ts';
import { compactFacts } from '../../src/warehouse/compact.ts';
import { rebuildDelivery, rollUpFiles } from '../../src/warehouse/roll-up.ts';
import { randomFrom } from '../domain/reporting/report/random.ts';
import { reportingService } from '../rest/reporting/support.ts';
import { createAd, insertConversions } from '../support/traffic/intake.ts';

const service = await reportingService({ worker: false });
const { system, warehouse } = service;
const client = await service.client();
const { ids } = await service.advertiser(client);
const owner = { seatId: client.seatId, advertiserId: ids.advertiserId };
const ad = await createAd(system, owner);
const facts = { advertiserId: ids.advertiserId, campaignId: ad.campaignId, lineId: ad.lineId };

type Row = Record<string, unknown>;
const rowsOf = async (sql: string): Promise<Row[]> => (await system.pool.query(sql)).rows;
/** The rows as they are stored. */
const stored = async () => [
  await rowsOf(`SELECT s.*, encode(totals, 'hex') AS totals FROM delivery_span s
    ORDER BY file, line_id, ad_id, package_id, country, campaign_id, advertiser_id, first_hour`),
  await rowsOf('SELECT * FROM delivery_conversion ORDER BY file, line_id, ad_id, hour, value_currency'),
];
const difference = (metric: number) =>
  `sum(total_of(totals, hours_before(hours, n + 1), ${metric}) - total_of(totals, hours_before(hours, n), ${metric}))::text`;
const HOURS = `SELECT advertiser_id, campaign_id, line_id, ad_id, package_id, country, first_hour + n AS hour,
    ${difference(0)} AS impressions, ${difference(1)} AS clicks, ${difference(2)} AS spend
  FROM delivery_span CROSS JOIN generate_series(0, 263) n
  WHERE n < length(hours) AND get_bit(hours, least(n, length(hours) - 1)) = 1 GROUP BY 1, 2, 3, 4, 5, 6, 7`;
/** The facts hour by hour, whatever rows they are in. */
const hours = async (where = 'ad_id >= 0') => [
  await rowsOf(
    `SELECT * FROM (${HOURS}) h WHERE ${where} ORDER BY line_id, hour, ad_id, country, package_id`,
  ),
  await rowsOf(`SELECT line_id, ad_id, package_id, hour, value_currency, sum(conversions) AS conversions,
    sum(conversion_value) AS value FROM delivery_conversion GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`),
];
/** Rows whose own sums are not those of their hours, and lines whose hours are not those of their facts. */
const wrong = async () => [
  await rowsOf(`SELECT * FROM delivery_span WHERE hours_before(hours, 264) * 24 <> length(totals)
    OR first_hour + length(hours) - 1 <> last_hour OR get_bit(hours, 0) <> 1 OR get_bit(hours, length(hours) - 1) <> 1
    OR (impressions, clicks, spend) <> (total_of(totals, length(totals) / 24, 0),
      total_of(totals, length(totals) / 24, 1), total_of(totals, length(totals) / 24, 2))`),
  await rowsOf(`SELECT advertiser_id, campaign_id, line_id, hour FROM (
      SELECT advertiser_id, campaign_id, line_id, hour, ad_id < 0, sum(impressions::numeric) AS impressions,
        sum(clicks::numeric) AS clicks, sum(spend::numeric) AS spend FROM (${HOURS}) h GROUP BY 1, 2, 3, 4, 5) s
    GROUP BY 1, 2, 3, 4, impressions, clicks, spend HAVING count(*) <> 2`),
];
const NOTHING = [[], []];

const HOUR_MS = 3_600_000;
const hourAt = (text: string) => Date.parse(text) / HOUR_MS;

describe('the roll-up of facts', () => {
  test('holds the running totals of the hours that have facts', async () => {
    await service.load([
      { ...facts, hour: '2026-03-01T05:00:00Z', impressions: 10, spend: '0.000001', adId: ad.adId },
      { ...facts, hour: '2026-03-01T05:00:00Z', impressions: 1, spend: '2', adId: ad.adId },
      { ...facts, hour: '2026-03-01T22:00:00Z', impressions: 5, spend: '0', adId: ad.adId },
    ]);
    const [rows = []] = await stored();
    const first = hourAt('2026-03-01T05:00:00Z');
    const same = { impressions: '16', spend: '2000001', first_hour: first, last_hour: first + 17 };
    expect(rows).toMatchObject([
      { ...same, ad_id: -1, country: '', hours: '100000000000000001' },
      { ...same, ad_id: ad.adId, country: 'US' },
    ]);
    const totals = String(rows[0]?.totals).match(/.{16}/g) ?? [];
    expect(totals.map((hex) => Number(`0x${hex}`)).filter((_, at) => at % 3 !== 1)).toEqual([
      ...[11, 2_000_001],
      ...[16, 2_000_001],
    ]);
    expect(await wrong()).toEqual(NOTHING);
  });

  test('holds each combination’s facts of any month exactly, whatever their order and size', async () => {
    const random = randomFrom(13_031);
    const other = await createAd(system, owner);
    const sent = Array.from({ length: 600 }, () => {
      const of = random.pick([ad, ad, other]);
      return {
        ...{ advertiserId: ids.advertiserId, campaignId: of.campaignId, lineId: of.lineId },
        adId: random.chance(0.7) ? of.adId : '',
        country: random.pick(['US', 'BR']),
        hour: new Date(Date.parse('2025-01-10T00:00:00Z') + random.below(45 * 24) * HOUR_MS)
          .toISOString()
          .replace('.000', ''),
        impressions: random.chance(0.1) ? 1_000_000_000_000_000 : random.below(1000),
        clicks: random.below(3),
        spend: random.pick([
          '99999999999.999999',
          '4294.967296',
          '4294.967295',
          '0',
          '1.5',
          '9007199254.740993',
        ]),
      };
    });
    await service.load(sent);
    const sums = new Map<string, [bigint, bigint, bigint]>();
    for (const fact of sent) {
      const key = [fact.lineId, fact.adId || 0, fact.country, hourAt(fact.hour)].join(' ');
      const [impressions, clicks, spend] = sums.get(key) ?? [0n, 0n, 0n];
      const [whole, fraction = ''] = fact.spend.split('.');
      sums.set(key, [
        impressions + BigInt(fact.impressions),
        clicks + BigInt(fact.clicks),
        spend + BigInt(`${whole}${fraction.padEnd(6, '0')}`),
      ]);
    }
    const [found = []] = await hours(`ad_id >= 0 AND hour < ${hourAt('2026-01-01T00:00:00Z')}`);
    expect(
      new Map(
        found.map(({ line_id, ad_id, country, hour, ...row }) => [
          [line_id, ad_id, country, hour].join(' '),
          [row.impressions, row.clicks, row.spend].map((value) => BigInt(String(value))),
        ]),
      ),
    ).toEqual(sums);
    expect(await wrong()).toEqual(NOTHING);
  });

  test('adds facts that come late, and counts a load that is tried again, or several times at once, once', async () => {
    const late = [{ ...facts, hour: '2026-03-01T04:00:00Z', impressions: 100, spend: '1', adId: ad.adId }];
    const atOnce = await Promise.all([service.load(late), service.load(late), service.load(late)]);
    expect(atOnce.filter(({ loaded }) => loaded)).toHaveLength(1);
    expect(await service.load(late)).toMatchObject({ loaded: false });
    const [found] = await hours(
      `line_id = ${ad.lineId} AND ad_id = -1 AND hour >= ${hourAt('2026-01-01T00:00:00Z')}`,
    );
    expect(found?.map(({ impressions }) => impressions)).toEqual(['100', '11', '5']);
  });

  test('has the same rows once it is rebuilt, and the same facts once files were merged', async () => {
    await insertConversions(system, { ...owner, ...ad }, [
      { gv: '2.5', gc: 'EUR', at: '2026-03-02T10:00:00Z' },
      { gv: '1', gc: 'USD', at: '2026-03-02T11:00:00Z' },
    ]);
    await exportConversions(system, warehouse);
    for (let hour = 0; hour < 21; hour += 1)
      await service.load([
        { ...facts, hour: `2026-03-0${1 + (hour % 3)}T0${hour % 10}:00:00Z`, clicks: hour },
      ]);
    const [rows, facts_] = [await stored(), await hours()];
    expect(facts_[1]?.map((row) => row.value_currency)).toContain('EUR');
    expect(await rebuildDelivery(system.pool, warehouse)).toBeGreaterThan(20);
    expect(await stored()).toEqual(rows);
    expect(await compactFacts(system.pool, warehouse)).toBeGreaterThan(20);
    expect(await hours()).toEqual(facts_);
    expect(await wrong()).toEqual(NOTHING);
    const merged = await stored();
    expect(merged[0]?.length).toBeLessThan(rows[0]?.length ?? 0);
    expect(await rebuildDelivery(system.pool, warehouse)).toBe(4);
    expect(await stored()).toEqual(merged);
  }, 90_000);

  test('includes files of an earlier version automatically', async () => {
    const before = await stored();
    await system.pool.query('TRUNCATE delivery_span, delivery_conversion');
    await system.pool.query('UPDATE fact_file SET in_delivery = false, rolled_up = true, summed = true');
    expect(await rollUpFiles(system.pool, warehouse)).toBe(4);
    expect(await stored()).toEqual(before);
  });

  test('does not count the files that an earlier version merges, and counts what they became', async () => {
    const [before, { rows }] = [
      await hours(),
      await system.pool.query(`SELECT name FROM fact_file WHERE retired_at IS NULL AND kind = 'delivery'
        ORDER BY max_hour DESC LIMIT 1`),
    ];
    const merged = `${rows[0].name}.merged`;
    await warehouse.files.copy(rows[0].name, merged);
    await inTransaction(system.pool, async (client) => {
      await client.query('UPDATE fact_file SET retired_at = now() WHERE name = $1', [rows[0].name]);
      await client.query(
        `INSERT INTO fact_file (name, kind, rows, bytes, min_hour, max_hour, rolled_up, summed)
         SELECT $2, kind, rows, bytes, min_hour, max_hour, true, true FROM fact_file WHERE name = $1`,
        [rows[0].name, merged],
      );
    });
    expect(await hours()).not.toEqual(before);
    expect(await rollUpFiles(system.pool, warehouse)).toBe(1);
    expect(await hours()).toEqual(before);
  });

  test('a load that fails leaves nothing of its facts', async () => {
    const before = await stored();
    await system.pool.query('ALTER TABLE fact_hour RENAME TO fact_hour_away');
    await expect(service.load([{ ...facts, hour: '2026-03-09T00:00:00Z' }])).rejects.toThrow('fact_hour');
    await system.pool.query('ALTER TABLE fact_hour_away RENAME TO fact_hour');
    expect(await stored()).toEqual(before);
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
