import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../src/platform/database/embedded/embedded.ts';

/** Fast and forgetful: for databases that nobody misses. */
export const FORGETFUL = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  io_method: 'sync',
};

/** Runs `work` against a PostgreSQL in a temporary directory, gone afterwards. */
export async function withScratchServer<T>(work: (url: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'flightline-'));
  // Else root's server, which runs as nobody, would have to keep its files elsewhere.
  await chmod(dataDir, 0o711);
  try {
    const server = await startEmbedded({ dataDir, settings: FORGETFUL });
    try {
      return await work(server.url);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
  }
}
