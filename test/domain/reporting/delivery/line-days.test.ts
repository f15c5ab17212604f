import { expect, test, vi } from 'vitest';
import { spentSql } from '../../../../src/domain/reporting/delivery/spent.ts';
import { loadRates } from '../../../../src/domain/reporting/report/rates/load-rates.ts';
import { compactFacts } from '../../../../src/warehouse/compact.ts';
import { rebuildDelivery } from '../../../../src/warehouse/roll-up.ts';
import { reportingService } from '../../../rest/reporting/support.ts';
import { createAd } from '../../../support/traffic/intake.ts';
import { randomFrom } from '../report/random.ts';

/** The spend of a line is summed from stored days. It equals the sum of its facts, to the last digit. */

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const random = randomFrom(20_261_125);
const HOUR_MS = 3_600_000;
const FIRST = Date.parse('2026-01-05T00:00:00Z');
const DAYS = 40;

const service = await reportingService({ worker: false });
const { system, warehouse } = service;
const client = await service.client();
await loadRates({
  system,
  csv: `day,currency,usdPerUnit\n2026-01-01,EUR,1.25\n2026-01-09,EUR,1.1173\n2026-01-20,EUR,1.31`,
});
const isoHour = (hour: number) => new Date(FIRST + hour * HOUR_MS).toISOString().replace('.000', '');

/** Moments at which flights begin and end: midnights of several zones, hours, and seconds in between. */
function moment(): Date {
  const hour = random.below((DAYS + 4) * 24) - 48;
  const midnight = Math.floor(hour / 24) * 24 + (random.below(27) - 12);
  const [at = 0] = [[hour, midnight, Math.floor(hour / 24) * 24][random.below(3)]];
  return new Date(FIRST + at * HOUR_MS + (random.below(4) === 0 ? random.below(3600) * 1000 : 0));
}

async function lines(currency: string) {
  const { ids } = await service.advertiser(client, { currency, timezone: 'America/New_York' });
  const owner = { seatId: client.seatId, advertiserId: ids.advertiserId };
  const ads = await Promise.all([createAd(system, owner), createAd(system, owner)]);
  const facts: Fact[] = [];
  // Facts of the same days come in several files, and some hours twice.
  for (let file = 0; file < 3; file += 1) {
    const loaded = ads.flatMap(({ adId, campaignId, lineId }) =>
      Array.from({ length: DAYS * 24 }, (_, hour) => hour)
        .filter(() => random.below(3) > 0)
        .map((hour) => ({
          ...{ advertiserId: ids.advertiserId, campaignId, lineId, adId, hour: isoHour(hour) },
          ...{ impressions: 1, clicks: 0, spend: (random.below(100_000_000) / 1e6).toFixed(6) },
        })),
    );
    facts.push(...loaded);
    await service.load(loaded);
  }
  return { currency, lineIds: ads.map(({ lineId }) => lineId), facts };
}

interface Fact {
  readonly lineId: number;
  readonly hour: string;
  readonly spend: string;
}
type Made = Awaited<ReturnType<typeof lines>>;

/** What is summed of a fact: its hour, its UTC day, and millionths of a US dollar. */
const spendOf = ({ lineId, hour, spend }: Fact) => ({
  lineId,
  at: Date.parse(hour),
  day: hour.slice(0, 10),
  micros: BigInt(spend.replace('.', '')),
});
type Spend = ReturnType<typeof spendOf>;

/** Sums of each UTC day, in millionths of a US dollar. */
function daysOf(spends: readonly Spend[], lineId: number, since: Date, until: Date): Map<string, bigint> {
  const days = new Map<string, bigint>();
  for (const spend of spends) {
    if (spend.lineId !== lineId || spend.at < since.getTime() || spend.at >= until.getTime()) continue;
    days.set(spend.day, (days.get(spend.day) ?? 0n) + spend.micros);
  }
  return days;
}

const OF_LINE = {
  level: 'line',
  id: 'n.id',
  advertiserId: 'n.advertiser_id',
  currency: 'a.currency',
} as const;

async function agree({ currency, lineIds, facts }: Made): Promise<void> {
  const spends = new Set<string>();
  const factSpends = facts.map(spendOf);
  for (let n = 0; n < 80; n += 1) {
    const [since, until] = [moment(), moment()].sort((a, b) => a.getTime() - b.getTime()) as [Date, Date];
    const lineId = lineIds[random.below(lineIds.length)] ?? 0;
    const stored = await system.pool.query(
      `SELECT ${spentSql(OF_LINE, '$2::timestamptz', '$3::timestamptz')} AS spend
       FROM line n JOIN advertiser a ON a.id = n.advertiser_id WHERE n.id = $1`,
      [lineId, since, until],
    );
    const days = daysOf(factSpends, lineId, since, until);
    const summed = await system.pool.query(
      `SELECT coalesce(sum(CASE WHEN $1 = 'USD' THEN spend * 0.000001
         ELSE exchanged(spend::float8 / 1000000 / usd_per_unit($1, day)) END), 0)::numeric(38,6) AS spend
       FROM unnest($2::date[], $3::bigint[]) AS d(day, spend)`,
      [currency, [...days.keys()], [...days.values()].map(String)],
    );
    expect(stored.rows[0].spend).toBe(summed.rows[0].spend);
    spends.add(stored.rows[0].spend);
  }
  expect(spends.size).toBeGreaterThan(60);
}

const days = async () =>
  (
    await system.pool.query(
      'SELECT line_id, day, sum(spend) AS spend FROM delivery_spend_day GROUP BY 1, 2 ORDER BY 1, 2',
    )
  ).rows;

test.each(['USD', 'EUR'])('after loads, in %s', async (currency) => {
  await agree(await lines(currency));
});

test('after files were merged, after a rebuild, and without days for a file that is replaced', async () => {
  const [usd, eur] = [await lines('USD'), await lines('EUR')];
  const line = await system.db.line.findUniqueOrThrow({ where: { id: usd.lineIds[0] ?? 0 } });
  // So many small files of a month are merged.
  for (let hour = 0; hour < 10; hour += 1) {
    const { id: lineId, advertiserId, campaignId } = line;
    const fact = { advertiserId, campaignId, lineId, hour: isoHour(hour), spend: '0.500000' };
    usd.facts.push(fact);
    await service.load([fact]);
  }
  const before = await days();
  expect(before.length).toBeGreaterThan(4 * (DAYS - 1));
  expect(await compactFacts(system.pool, warehouse)).toBeGreaterThan(0);
  expect(await days()).toEqual(before);
  await agree(usd);
  await rebuildDelivery(system.pool, warehouse);
  expect(await days()).toEqual(before);
  await agree(eur);
  const { rows } = await system.pool.query(
    `SELECT DISTINCT d.file FROM delivery_spend_day d WHERE NOT EXISTS (
       SELECT FROM fact_file f WHERE f.number = d.file AND f.in_delivery AND f.retired_at IS NULL)`,
  );
  expect(rows).toEqual([]);
});

test('no days are summed during a COMMIT, which has no more time than any statement', async () => {
  await system.pool.query(`
    CREATE FUNCTION refuse_during_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF current_query() ILIKE 'commit%' THEN RAISE 'summed during a COMMIT'; END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER refuse_during_commit AFTER INSERT ON delivery_spend_day EXECUTE FUNCTION refuse_during_commit()`);
  const before = (await days()).length;
  await lines('USD');
  expect((await days()).length).toBeGreaterThan(before);
  await rebuildDelivery(system.pool, warehouse);
});
