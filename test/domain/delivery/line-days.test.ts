import { expect, test, vi } from 'vitest';
import { readDelivery } from '../../../src/domain/delivery/read.ts';
import { loadRates } from '../../../src/domain/report/rates/load-rates.ts';
import { compactFacts } from '../../../src/warehouse/compact.ts';
import { rebuildDelivery } from '../../../src/warehouse/roll-up.ts';
import { reportingService } from '../../rest/reporting/support.ts';
import { contextOf } from '../../support/actors.ts';
import { createAd } from '../../support/intake.ts';
import { randomFrom } from '../report/random.ts';

/** What a line spent is summed from days that are kept. It is what its hours sum up to, to the last digit. */

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
const context = await contextOf(system, client);
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
  // Facts of the same days come in several files, and some hours twice.
  for (let file = 0; file < 3; file += 1)
    await service.load(
      ads.flatMap(({ adId, campaignId, lineId }) =>
        Array.from({ length: DAYS * 24 }, (_, hour) => hour)
          .filter(() => random.below(3) > 0)
          .map((hour) => ({
            ...{ advertiserId: ids.advertiserId, campaignId, lineId, adId, hour: isoHour(hour) },
            ...{ impressions: 1, clicks: 0, spend: (random.below(100_000_000) / 1e6).toFixed(6) },
          })),
      ),
    );
  return ads.map(({ lineId }) => lineId);
}

const KEPT = new Set(['spend'] as const);
const FROM_HOURS = new Set(['spend', 'impressions'] as const);

async function agree(lineIds: readonly number[]): Promise<void> {
  const spans = Array.from({ length: 80 }, () => {
    const [since, until] = [moment(), moment()].sort((a, b) => a.getTime() - b.getTime());
    return {
      id: lineIds[random.below(lineIds.length)] ?? 0,
      about: { since, until } as { since: Date; until: Date },
    };
  });
  const [kept, fromHours] = await Promise.all([
    readDelivery(
      context,
      spans.map((span) => ({ level: 'Line' as const, ...span, figures: KEPT })),
    ),
    readDelivery(
      context,
      spans.map((span) => ({ level: 'Line' as const, ...span, figures: FROM_HOURS })),
    ),
  ]);
  const spends = (points: { delivery: { spend: string } }[][]) =>
    points.map(([point]) => point?.delivery.spend);
  expect(spends(kept)).toEqual(spends(fromHours));
  expect(new Set(spends(kept)).size).toBeGreaterThan(60);
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
  const line = await system.db.line.findUniqueOrThrow({ where: { id: usd[0] ?? 0 } });
  // So many small files of a month are merged.
  for (let hour = 0; hour < 10; hour += 1) {
    const { id: lineId, advertiserId, campaignId } = line;
    await service.load([{ advertiserId, campaignId, lineId, hour: isoHour(hour), spend: '0.5' }]);
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
