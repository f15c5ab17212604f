import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { loadConfig } from '../../../src/config.ts';
import { openSystem } from '../../../src/operations/service/system.ts';
import { startWorker } from '../../../src/operations/worker/worker.ts';
import type { FileStore } from '../../../src/warehouse/file-store.ts';
import { loadFacts } from '../../../src/warehouse/load.ts';
import { openWarehouse } from '../../../src/warehouse/open.ts';
import { Swift } from '../../cluster/swift.ts';
import { byService, type Question, questions } from '../reports/contenders.ts';
import { makeWorld, WORLD_ENV, type World, writeFacts } from '../reports/world.ts';
import { type Closers, print, ROUNDS } from './scene.ts';

const ROWS = Number(process.env.BENCH_ROWS ?? 2_000_000);
/** A period before all facts: starts the engine and reads no file. */
const NOTHING = {
  payload: {
    dateTypeId: 11,
    startDate: '2001-01-01T00:00:00-05:00',
    endDate: '2001-01-02T00:00:00-05:00',
    intervalTypeId: 1,
    reportOption: { metricTypeIds: [1] },
  },
};

/** Facts, and the database that they belong to. */
interface Place {
  readonly world: World;
  readonly env: Record<string, string>;
}

/** Milliseconds of a report, and of them those that it took to publish its file. */
interface Time {
  readonly all: number;
  readonly publishing: number;
  /** Of its file. */
  readonly bytes: number;
}

/** A process's first report, and the same once more. */
interface Times {
  readonly first: Time;
  readonly again: Time;
}

/** Reports of processes that were just started, over the local disk and over Swift without and with copies. */
export async function reports(closers: Closers): Promise<void> {
  const swift = await Swift.start();
  closers.push(() => swift.stop());
  const env = swift.env('bench');
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = env;
  // The SDK finds its credentials there.
  Object.assign(process.env, { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY });
  const disk = await fill(closers, {});
  const store = await fill(closers, env);
  for (const question of questions(disk.world.advertiserIds[0] ?? 0)) {
    const onDisk: Times[] = [];
    const inStore: Times[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      onDisk.push(await ask(disk, question));
      inStore.push(await ask(store, question));
    }
    for (const [time, aim] of [
      ['first', 0.3],
      ['again', 0.9],
    ] as const) {
      const [a, b] = [median(onDisk, time), median(inStore, time)];
      const made = (a.all - a.publishing) / (b.all - b.publishing);
      const figures = [`disk ${shown(a)}`, `Swift ${shown(b)}`, `${(a.all / b.all).toFixed(2)}, aim ${aim}`];
      print(
        question.name,
        `${Math.round(b.bytes / 1000)} kB`,
        time,
        ...figures,
        `without publishing ${made.toFixed(2)}`,
      );
    }
  }
}

const median = (times: readonly Times[], which: keyof Times): Time => {
  const sorted = times.map((one) => one[which]).toSorted((a, b) => a.all - b.all);
  return sorted[Math.floor(sorted.length / 2)] ?? { all: 0, publishing: 0, bytes: 0 };
};

const shown = ({ all, publishing }: Time) => `${Math.round(all)} ms, publishing ${Math.round(publishing)}`;

async function fill(closers: Closers, env: Record<string, string>): Promise<Place> {
  const world = await makeWorld({ rows: ROWS, keptIn: undefined, env });
  closers.push(() => world.stop());
  const file = join(world.dir, 'facts.csv');
  const rows = await writeFacts(world, file);
  const began = performance.now();
  const warehouse = await openWarehouse(world.system);
  await loadFacts(warehouse, { file });
  await rm(file);
  const seconds = (performance.now() - began) / 1000;
  print(`facts in ${world.system.files.location}`, `${rows} loaded`, `${Math.round(rows / seconds)}/s`);
  return { world, env };
}

/** One process, in which the report is made twice. With a store it begins without copies. */
async function ask({ world, env }: Place, question: Question): Promise<Times> {
  const own = await mkdtemp(join(tmpdir(), 'flightline-bench-'));
  const dataDir = env.FLIGHTLINE_FILES ? own : world.dir;
  const config = loadConfig({ ...WORLD_ENV, ...env, FLIGHTLINE_DATA_DIR: dataDir });
  const log = pino({ level: 'error' });
  const { system, close } = await openSystem({ config, databaseUrl: world.databaseUrl, log });
  let publishing = 0;
  const files: FileStore = {
    ...system.files,
    publish: async (draft, name) => {
      const began = performance.now();
      const bytes = await system.files.publish(draft, name);
      publishing += performance.now() - began;
      return bytes;
    },
  };
  const worker = await startWorker({ system: { ...system, files, now: () => world.now } });
  const made = async (): Promise<Time> => {
    publishing = 0;
    const { ms, bytes } = await byService(world, question);
    return { all: ms, publishing, bytes };
  };
  try {
    await byService(world, NOTHING);
    return { first: await made(), again: await made() };
  } finally {
    await worker.stop();
    await close();
    await rm(own, { recursive: true, force: true, maxRetries: 20 });
  }
}
