import { expect, test, vi } from 'vitest';
import type { Interval } from '../../../../src/domain/reporting/delivery/delivery-query.ts';
import { type DeliveryRequest, readDelivery } from '../../../../src/domain/reporting/delivery/read.ts';
import { loadRates } from '../../../../src/domain/reporting/report/rates/load-rates.ts';
import { reportingService } from '../../../rest/reporting/support.ts';
import { contextOf } from '../../../support/actors.ts';
import { createAd } from '../../../support/traffic/intake.ts';
import { randomFrom } from '../report/random.ts';

/** The last hour with facts is searched for in the bits of a row, unless the step ends with one. */

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const random = randomFrom(131_415);
const HOUR_MS = 3_600_000;
const FIRST = Date.parse('2026-01-05T00:00:00Z');
const DAYS = 26;

const service = await reportingService({ worker: false });
const { system } = service;
const client = await service.client();
await loadRates({ system, csv: 'day,currency,usdPerUnit\n2026-01-01,EUR,1.25' });
const context = await contextOf(system, client);

const isoHour = (hour: number) => new Date(FIRST + hour * HOUR_MS).toISOString().replace('.000', '');

test.each(['USD', 'EUR'])(
  'asOf is the end of the last hour with facts of each step, in %s',
  async (currency) => {
    const { ids } = await service.advertiser(client, { timezone: 'UTC', currency });
    const ad = await createAd(system, { seatId: client.seatId, advertiserId: ids.advertiserId });
    // Some days are full, some have a few hours, some none.
    const hours = Array.from({ length: DAYS * 24 }, (_, hour) => hour).filter((hour) => {
      const likely = [1, 0.1, 0][Math.floor(hour / 24) % 3] ?? 0;
      return random.below(100) < likely * 100;
    });
    const { adId, campaignId, lineId } = ad;
    await service.load(
      hours.map((hour) => ({
        ...{ advertiserId: ids.advertiserId, campaignId, lineId, adId },
        ...{ hour: isoHour(hour), impressions: 1, clicks: 0, spend: '1' },
      })),
    );
    const day = (at: number) => new Date(FIRST + at * 24 * HOUR_MS).toISOString().slice(0, 10);
    const requests = Array.from({ length: 12 }, () => {
      const [start = 0, end = 0] = [random.below(DAYS), random.below(DAYS)].sort((a, b) => a - b);
      const interval: Interval | null = (['HOUR', 'DAY', 'WEEK', null] as const)[random.below(4)] ?? null;
      const query = { range: { start: day(start), end: day(end) }, interval, timezone: null, currency: null };
      return { start, end, request: { level: 'Line', id: lineId, query } satisfies DeliveryRequest };
    });
    const answers = await readDelivery(
      context,
      requests.map(({ request }) => request),
    );
    for (const [at, points] of answers.entries()) {
      const { start, end, request: { query } = {} } = requests[at] ?? { start: 0, end: 0 };
      const steps = { HOUR: 1, DAY: 24, WEEK: 168 };
      const length = query?.interval ? steps[query.interval as keyof typeof steps] : Number.POSITIVE_INFINITY;
      const newest = new Map<number, string>();
      for (const hour of hours)
        if (hour >= start * 24 && hour < (end + 1) * 24)
          newest.set(Math.floor(hour / length), new Date(FIRST + (hour + 1) * HOUR_MS).toISOString());
      expect(points.flatMap(({ delivery }) => delivery.asOf?.toISOString() ?? [])).toEqual([
        ...newest.values(),
      ]);
    }
  },
);
