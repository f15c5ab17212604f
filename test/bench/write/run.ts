import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { loadConfig } from '../../../src/config.ts';
import { seedReferenceData } from '../../../src/domain/audiences/dictionary/seed.ts';
import { countProducts } from '../../../src/domain/audiences/product-set/count.ts';
import { createAd } from '../../../src/domain/campaigns/ad/create.ts';
import { updateAd } from '../../../src/domain/campaigns/ad/update.ts';
import { createAdvertiser } from '../../../src/domain/campaigns/advertiser/create.ts';
import { createCampaign } from '../../../src/domain/campaigns/campaign/create.ts';
import { createCreative } from '../../../src/domain/campaigns/creative/create.ts';
import { createLine } from '../../../src/domain/campaigns/line/create.ts';
import { updateLine } from '../../../src/domain/campaigns/line/update.ts';
import { createNativeList } from '../../../src/domain/campaigns/native-list/create.ts';
import { updateNativeList } from '../../../src/domain/campaigns/native-list/update.ts';
import { openSystem } from '../../../src/operations/service/system.ts';
import { startEmbedded } from '../../../src/platform/database/embedded/embedded.ts';
import { migrate } from '../../../src/platform/database/migration/migrate.ts';
import { contextOf, createClient } from '../../support/actors.ts';
import { fillProducts } from './products.ts';
import { recordStatements, replay } from './recorded.ts';

/**
 * `npm run bench:write`: writes through the domain against the very statements they send, by hand on the
 * pool, one at a time and alternating; then product-set counts. BENCH_ROUNDS (5), BENCH_WRITES of each
 * round (100), BENCH_PRODUCTS (1000000).
 */
const { BENCH_ROUNDS = '5', BENCH_WRITES = '100', BENCH_PRODUCTS = '1000000' } = process.env;
const dataDir = await mkdtemp(join(tmpdir(), 'flightline-bench-'));
await chmod(dataDir, 0o711);
const database = await startEmbedded({ dataDir });
try {
  await migrate({ url: database.url });
  const env = { DATABASE_URL: database.url, FLIGHTLINE_MASTER_KEY: randomBytes(32).toString('base64') };
  const log = pino({ level: 'error' });
  const { system, close } = await openSystem({ config: loadConfig(env), databaseUrl: database.url, log });
  await seedReferenceData(system.pool);
  const ctx = await contextOf(system, await createClient(system));
  const { id: advertiserId } = await createAdvertiser({ ctx, input: advertiser() });
  const { id: orderId } = await createCampaign({ ctx, input: { advertiserId, campaignName: 'Bench' } });
  const { id: creativeId } = await createCreative({
    ctx,
    input: { advertiserId, name: 'Bench', mediaType: 'DISPLAY' },
  });
  const items = Array.from({ length: 500 }, (_, index) => ({ itemName: `site-${index}.example.com` }));
  const line = (name: string) => ({ orderId, name, bidPrice: 1.25, budgetType: 'CURRENCY' });
  const { id: lineId } = await createLine({ ctx, input: line('Bench') });
  const schedules = [1, 2].map((day) => ({
    startDate: `2027-01-0${day}T00:00:00Z`,
    endDate: `2027-01-0${day}T12:00:00Z`,
  }));
  const ad = { lineId, creativeId, status: 'ACTIVE', schedules };
  const { id: adId } = await createAd({ ctx, input: ad });
  const list = { accountId: advertiserId, name: 'Bench', status: 'ACTIVE', items };
  const { id: listId } = await createNativeList({ ctx, input: list });
  const other = (run: number) => items.map(({ itemName }) => ({ itemName: `r${run}.${itemName}` }));

  const writes: [string, (run: number) => Promise<unknown>][] = [
    ['create line', (run) => createLine({ ctx, input: line(`Line ${run}`) })],
    ['update line', (run) => updateLine({ ctx, id: lineId, input: { bidPrice: 1 + run / 1000 } })],
    ['create ad, 2 schedules', () => createAd({ ctx, input: ad })],
    ['update ad', (run) => updateAd({ ctx, id: adId, input: { status: run % 2 ? 'ACTIVE' : 'INACTIVE' } })],
    ['create list of 500', (run) => createNativeList({ ctx, input: { ...list, name: `List ${run}` } })],
    ['update list of 500', (run) => updateNativeList({ ctx, id: listId, input: { items: other(run) } })],
  ];
  console.log(
    'write | statements | domain/s | by hand/s | ratio | domain CPU ms | by hand CPU ms | overhead ms',
  );
  for (const [name, write] of writes) {
    let run = 0;
    const statements = await recordStatements(() => write(run++));
    const domain: Sample[] = [];
    const hand: Sample[] = [];
    for (let round = 0; round <= Number(BENCH_ROUNDS); round++) {
      const both = [
        [domain, await sample(() => write(run++))],
        [hand, await sample(() => replay(system.pool, statements))],
      ] as const;
      // The first round warms up.
      if (round > 0) for (const [samples, some] of both) samples.push(...some);
    }
    const [a, b] = [figures(domain), figures(hand)];
    console.log(
      [
        name,
        statements.length,
        a.perSecond.toFixed(0),
        b.perSecond.toFixed(0),
        (a.perSecond / b.perSecond).toFixed(2),
        a.cpuMs.toFixed(2),
        b.cpuMs.toFixed(2),
        (a.cpuMs - b.cpuMs).toFixed(2),
      ].join(' | '),
    );
  }

  await fillProducts(system.pool, advertiserId, Number(BENCH_PRODUCTS));
  const durations: number[] = [];
  let counted = 0;
  for (let run = 0; run < 55; run++) {
    // A bound of its own each time: a count that is remembered would cost nothing.
    const conditions = [
      { field: 'brand', operator: 'eq', value: `Brand ${run % 5}` },
      { field: 'price', operator: 'gte', value: 100 + run },
    ] as const;
    const start = performance.now();
    counted = await countProducts({ ctx, advertiserId, filter: { join: 'and', conditions } });
    if (run >= 5) durations.push(performance.now() - start);
  }
  durations.sort((x, y) => x - y);
  console.log(
    `count of ${BENCH_PRODUCTS} products, eq and gte (${counted} match): p50 ${at(durations, 0.5)} ms, p95 ${at(durations, 0.95)} ms`,
  );
  await close();
} finally {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
}

interface Sample {
  readonly ms: number;
  readonly cpuMs: number;
}

async function sample(work: () => Promise<unknown>): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let index = 0; index < Number(BENCH_WRITES); index++) {
    const cpu = process.cpuUsage();
    const start = performance.now();
    await work();
    const { user, system } = process.cpuUsage(cpu);
    samples.push({ ms: performance.now() - start, cpuMs: (user + system) / 1000 });
  }
  return samples;
}

function figures(samples: readonly Sample[]) {
  const total = samples.reduce((sum, { ms }) => sum + ms, 0);
  const cpu = samples.map(({ cpuMs }) => cpuMs).sort((x, y) => x - y);
  return { perSecond: (samples.length / total) * 1000, cpuMs: cpu[Math.floor(cpu.length / 2)] ?? 0 };
}

function at(sorted: readonly number[], share: number): string {
  return (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
}

function advertiser() {
  return {
    name: 'Bench',
    status: 'ACTIVE',
    landingPageUrl: 'https://example.com/',
    iabCategoryId: 1,
    timezone: 'America/New_York',
    currency: 'USD',
    billingPrice: 10,
    contact: { addressLine1: '1 Main St', city: 'Austin', region: 'TX', postalCode: '78701', country: 'US' },
  };
}
