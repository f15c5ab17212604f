import { appendFile, chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { makeDirectory } from '../../platform/files/data-dir.ts';
import { setLogSink } from '../../platform/log/logger.ts';
import { listSegments, requestLogDir } from './files.ts';

const WRITE_EVERY_MS = 1_000;
/**
 * The maximum size of lines that wait to be written. Further lines are dropped, since the disk is too slow.
 */
const MAX_WAITING = 8 * 1024 * 1024;
const LIFE_MS = 7 * 86_400_000;
/** The number of files that share the space. When one is full, the oldest is removed. */
const FILES = 16;

const compress = promisify(gzip);

/**
 * Stores the log lines that contain a request ID, compressed, for a week and within the space of the
 * setting. Nothing waits for the writes, so the lines of the last second are lost when the process is
 * killed.
 * @returns a function that stops it
 */
export async function storeRequestLog(options: {
  config: Pick<Config, 'dataDir' | 'requestLogBytes'>;
  log: Pick<Logger, 'warn'>;
}): Promise<() => Promise<void>> {
  const { config, log } = options;
  if (config.requestLogBytes === 0) return async () => undefined;
  const dir = requestLogDir(config);
  let lines: string[] = [];
  let waiting = 0;
  let bytes = 0;
  let file = newFile();
  let hasFailed = false;
  let current: Promise<void> = Promise.resolve();

  function newFile(): string {
    bytes = 0;
    return join(dir, `${new Date().toISOString().replaceAll(':', '-')}-${process.pid}.ndjson.gz`);
  }

  async function write(): Promise<void> {
    if (lines.length === 0) return;
    const text = lines.join('');
    lines = [];
    waiting = 0;
    if (bytes > config.requestLogBytes / FILES) file = newFile();
    try {
      const block = await compress(text, { level: 1 });
      if (bytes === 0) await prune();
      await appendFile(file, block, { mode: 0o600 });
      bytes += block.length;
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) log.warn({ err: error }, 'requests cannot be stored for `flightline request show`');
      hasFailed = true;
      // Start a new file, because an incomplete line would make the following ones unreadable.
      file = newFile();
    }
  }

  async function prune(): Promise<void> {
    await makeDirectory(dir, 0o700);
    await chmod(dir, 0o700);
    const segments = await listSegments(dir);
    let total = segments.reduce((sum, one) => sum + one.bytes, 0);
    for (const segment of segments) {
      const isOld = Date.now() - segment.changedAt > LIFE_MS;
      if (!isOld && total <= config.requestLogBytes * (1 - 1 / FILES)) break;
      await rm(segment.path, { force: true });
      total -= segment.bytes;
    }
  }

  setLogSink((line) => {
    if (waiting > MAX_WAITING || !line.includes('"requestId":"')) return;
    lines.push(line);
    waiting += line.length;
  });
  const timer = setInterval(() => {
    current = current.then(write);
  }, WRITE_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    setLogSink(undefined);
    await current;
    await write();
  };
}
