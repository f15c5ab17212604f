import { createDuckDbEngine } from './duckdb/engine.ts';
import type { Job } from './engine.ts';
import type { ChildSettings, FromChild } from './engine-child-protocol.ts';

const WATCH_EVERY_MS = 100;

// Only the owner may read the files that the engine writes, from the moment they are created.
process.umask(0o077);

const settings: ChildSettings = JSON.parse(process.argv[2] ?? '{}');
const engine = createDuckDbEngine({ ...settings, keep: true });

setInterval(() => {
  if (process.memoryUsage.rss() > settings.maxRssMb * 1024 * 1024) send({ overMemory: true }, die);
}, WATCH_EVERY_MS).unref();

process.on('message', async (job: Job) => {
  try {
    const rows = await engine.run(job, { onProgress: (progress) => send({ progress }) });
    send({ rows });
  } catch (error) {
    send({ error: error instanceof Error ? error.message : String(error) });
  }
});

process.on('disconnect', die);

function send(message: FromChild, sent?: () => void): void {
  process.send?.(message, undefined, undefined, sent);
}

/** Uses SIGKILL, because a running query would delay any other exit. */
function die(): void {
  process.kill(process.pid, 'SIGKILL');
}
