import { createDuckDbEngine } from './duckdb/engine.ts';
import type { Job } from './engine.ts';
import { type ChildSettings, type FromChild, OUT_OF_MEMORY_EXIT } from './engine-child-protocol.ts';

const WATCH_EVERY_MS = 100;

const settings: ChildSettings = JSON.parse(process.argv[2] ?? '{}');
const engine = createDuckDbEngine(settings);

setInterval(() => {
  if (process.memoryUsage.rss() > settings.mostRssMb * 1024 * 1024) process.exit(OUT_OF_MEMORY_EXIT);
}, WATCH_EVERY_MS).unref();

process.on('message', async (job: Job) => {
  try {
    const rows = await engine.run(job, { onProgress: (progress) => send({ progress }) });
    send({ rows });
  } catch (error) {
    send({ error: error instanceof Error ? error.message : String(error) });
  }
});

// A query outlives its parent unless it is ended hard.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

function send(message: FromChild): void {
  process.send?.(message);
}
