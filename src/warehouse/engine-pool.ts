import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { lowerPriority } from '../platform/process/priority.ts';
import {
  type Engine,
  EngineError,
  EngineLimitError,
  type Job,
  type Row,
  type RunOptions,
  tooLong,
  tooMuchMemory,
} from './engine.ts';
import type { ChildSettings, FromChild } from './engine-child-protocol.ts';

interface PoolSettings extends ChildSettings {
  /** The number of concurrent jobs. Further jobs wait. */
  size: number;
  /** The maximum time of one job. */
  timeoutMs: number;
}

/**
 * Lower than the server's priority, so that requests come first, but high enough that reports make progress
 * on a busy server.
 */
const CHILD_PRIORITY = 5;

const FROM_SOURCE = import.meta.url.endsWith('.ts');
const CHILD = fileURLToPath(new URL(`./engine-child.${FROM_SOURCE ? 'ts' : 'js'}`, import.meta.url));
// Node 20 cannot run TypeScript, so tests, which run the sources, need a loader.
const LOADER = FROM_SOURCE ? ['--import', new URL('../../scripts/typescript.mjs', import.meta.url).href] : [];

/**
 * Runs jobs in child processes with a hard limit of time and memory. A child is reused for the next job,
 * and one is started before the first job.
 */
export function createEnginePool(settings: PoolSettings): Engine {
  const idle: ChildProcess[] = [];
  const all = new Set<ChildProcess>();
  const waiting: (() => void)[] = [];
  let free = settings.size;
  let closed = false;
  rest(spawn());

  return {
    run: async (job, options = {}) => {
      await waitForEngine();
      try {
        options.signal?.throwIfAborted();
        return await runInChild(take(), job, options);
      } finally {
        free += 1;
        waiting.shift()?.();
      }
    },
    close: async () => {
      closed = true;
      for (const child of all) child.kill('SIGKILL');
    },
  };

  async function waitForEngine(): Promise<void> {
    while (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    free -= 1;
  }

  function take(): ChildProcess {
    if (closed) throw new EngineError('the engine is closed');
    const child = idle.pop() ?? spawn();
    child.ref();
    child.channel?.ref();
    return child;
  }

  /** Lets this process exit while the child is idle. */
  function rest(child: ChildProcess): void {
    idle.push(child);
    child.unref();
    child.channel?.unref();
  }

  function spawn(): ChildProcess {
    const { size: _size, timeoutMs: _timeoutMs, ...own } = settings;
    const child = fork(CHILD, [JSON.stringify(own)], {
      execArgv: LOADER,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    all.add(child);
    child.once('exit', () => {
      all.delete(child);
      const at = idle.indexOf(child);
      if (at >= 0) idle.splice(at, 1);
    });
    if (child.pid !== undefined) lowerPriority(child.pid, CHILD_PRIORITY);
    return child;
  }

  function runInChild(child: ChildProcess, job: Job, options: RunOptions): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const overLimit = (message: string) => {
        child.kill('SIGKILL');
        finish(() => reject(new EngineLimitError(message)));
      };
      const timer = setTimeout(() => overLimit(tooLong(settings.timeoutMs)), settings.timeoutMs);
      const onMessage = (message: FromChild) => {
        if ('progress' in message) return options.onProgress?.(message.progress);
        if ('overMemory' in message) return overLimit(tooMuchMemory(settings.maxRssMb));
        rest(child);
        finish(() => ('rows' in message ? resolve(message.rows) : reject(new EngineError(message.error))));
      };
      const onExit = (code: number | null) =>
        finish(() => reject(new EngineError(`the engine's process ended (${code ?? 'killed'})`)));
      const onAbort = () => child.kill('SIGKILL');
      const finish = (settle: () => void) => {
        clearTimeout(timer);
        options.signal?.removeEventListener('abort', onAbort);
        child.off('message', onMessage).off('exit', onExit).off('error', onError);
        settle();
      };
      const onError = () => onExit(null);
      child.on('message', onMessage).on('exit', onExit).on('error', onError);
      options.signal?.addEventListener('abort', onAbort, { once: true });
      child.send(job, (error) => error && onError());
    });
  }
}
