import { rm } from 'node:fs/promises';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startWorker } from '../../../src/operations/worker/worker.ts';
import { loadFacts } from '../../../src/warehouse/load.ts';
import { openWarehouse } from '../../../src/warehouse/open.ts';
import { byEngine, byPostgres, byService, fillPostgres, questions } from './contenders.ts';
import { measureDownloads } from './downloads.ts';
import { childrenPeakMb, peakMb, resetPeak } from './memory.ts';
import { makeWorld, type World, writeFacts } from './world.ts';

/**
 * Reports against the same SQL on PostgreSQL and against the engine alone, alternating:
 * npm run bench:reports [-- ROWS], 20,000,000 rows unless given. With BENCH_REPORTS_DIR=DIR the facts
 * and the PostgreSQL table stay in DIR, and later runs begin with the questions.
 */
const ROWS = Number(process.argv[2] ?? 20_000_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

const world = await makeWorld({ rows: ROWS, keptIn: process.env.BENCH_REPORTS_DIR });
try {
  if (world.fresh) await prepare(world);
  await world.system.db.report.deleteMany();
  const worker = await startWorker({ system: world.system });
  try {
    await compare(world);
    await measureService(world);
    await measureDownloads(world);
  } finally {
    await worker.stop();
  }
} finally {
  await world.stop();
}

async function prepare(world: World): Promise<void> {
  const file = path.join(world.dir, 'facts.csv');
  const rows = await writeFacts(world, file);
  const warehouse = await openWarehouse(world.system);
  await resetPeak();
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  await loadFacts(warehouse, { file });
  const s = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  console.log(
    `${rows} rows loaded in ${s.toFixed(1)} s: ${Math.round(rows / s)} rows/s, ${((user + system) / 1e6).toFixed(1)} s of CPU, peak memory ${await peakMb()} MB`,
  );
  await fillPostgres(world, file);
  await rm(file);
  await world.prepared();
}

async function compare(world: World): Promise<void> {
  const { catalogue, files } = await openWarehouse(world.system);
  const current = await catalogue.files({ kinds: ['delivery'], first: null, last: null });
  const places = await files.use(
    current.map(({ name }) => name),
    async (found) => found,
  );
  for (const question of questions(world.advertiserIds[0] ?? 0)) {
    const times = { service: [] as number[], postgres: [] as number[], engine: [] as number[] };
    let found = 0;
    for (let round = -1; round < ROUNDS; round += 1) {
      const { ms, rows } = await byService(world, question);
      const postgres = await byPostgres(world, question);
      const engine = await byEngine(world, question, places);
      found = rows;
      // The first round warms up and does not count.
      if (round < 0) continue;
      times.service.push(ms);
      times.postgres.push(postgres);
      times.engine.push(engine);
    }
    const [service, postgres, engine] = [median(times.service), median(times.postgres), median(times.engine)];
    console.log(
      `${question.name}: ${found} rows; service ${seconds(service)}, PostgreSQL ${seconds(postgres)} (${(postgres / service).toFixed(1)} x), engine alone ${seconds(engine)} (${(service / engine).toFixed(2)} x)`,
    );
  }
}

async function measureService(world: World): Promise<void> {
  const [first, ...rest] = questions(world.advertiserIds[0] ?? 0);
  const small = {
    payload: {
      dateTypeId: 2,
      intervalTypeId: 1,
      reportOption: { metricTypeIds: [1], accountIds: [world.advertiserIds[0]] },
    },
  };
  const quick: number[] = [];
  for (let n = 0; n < 20; n += 1) quick.push((await byService(world, small)).ms);
  console.log(
    `a small report: median ${Math.round(median(quick))} ms, slowest ${Math.round(Math.max(...quick))} ms`,
  );
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  for (const question of [rest.at(-1), rest[0], first]) if (question) await byService(world, question);
  console.log(`event loop delay while the largest run: ${(delay.max / 1e6).toFixed(1)} ms at most`);
  console.log(`peak memory of an engine process: ${await childrenPeakMb()} MB`);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function seconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`;
}
