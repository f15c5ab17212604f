import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { loadFacts } from '../../../src/warehouse/load.ts';
import { openWarehouse } from '../../../src/warehouse/open.ts';
import { startWorker } from '../../../src/worker/worker.ts';
import { byEngine, byPostgres, byService, childrenPeakMb, fillPostgres, questions } from './contenders.ts';
import { makeWorld, writeFacts } from './world.ts';

/**
 * Reports against the same SQL on PostgreSQL and against the engine alone, alternating:
 * npm run bench:reports [-- ROWS], 20,000,000 rows unless given.
 */
const ROWS = Number(process.argv[2] ?? 20_000_000);
const ROUNDS = 3;

const dir = await mkdtemp(path.join(tmpdir(), 'flightline-bench-'));
await chmod(dir, 0o755);
const world = await makeWorld(dir);
try {
  const file = path.join(dir, 'facts.csv');
  const rows = await writeFacts(world, ROWS, file);
  await chmod(file, 0o644);
  const warehouse = await openWarehouse({ dataDir: dir, pool: world.system.pool });
  const began = performance.now();
  await loadFacts(warehouse, { file });
  const loadMs = performance.now() - began;
  console.log(`${rows} rows loaded in ${seconds(loadMs)}: ${Math.round(rows / (loadMs / 1000))} rows/s`);
  await fillPostgres(world, file);

  const worker = await startWorker({ system: world.system });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  for (const question of questions(world.advertiserIds[0] ?? 0)) {
    const times: Record<'service' | 'postgres' | 'engine', number[]> = {
      service: [],
      postgres: [],
      engine: [],
    };
    let found = 0;
    for (let round = -1; round < ROUNDS; round += 1) {
      delay.reset();
      const { ms, rows } = await byService(world, question);
      found = rows;
      const took = {
        service: ms,
        postgres: await byPostgres(world, question),
        engine: await byEngine(world, question),
      };
      // The first round warms up and does not count.
      if (round >= 0)
        for (const name of ['service', 'postgres', 'engine'] as const) times[name].push(took[name]);
    }
    const [service, postgres, engine] = [median(times.service), median(times.postgres), median(times.engine)];
    console.log(
      `${question.name}: ${found} rows; service ${seconds(service)}, PostgreSQL ${seconds(postgres)} (${(postgres / service).toFixed(1)} x), engine alone ${seconds(engine)} (${(service / engine).toFixed(2)} x)`,
    );
  }
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
  delay.reset();
  const largest = questions(world.advertiserIds[0] ?? 0).at(-1);
  if (largest) await byService(world, largest);
  console.log(`event loop delay while the largest runs: ${(delay.max / 1e6).toFixed(1)} ms at most`);
  console.log(`peak memory of an engine process: ${await childrenPeakMb()} MB`);
  await worker.stop();
} finally {
  await world.stop();
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
