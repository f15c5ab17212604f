import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

interface ProcessFigures {
  readonly rssMib: number;
  readonly cpuMs: number;
  readonly statements: number;
}

/** A server in a process of its own, as in production: it sends `{ready: url}`, and answers `figures`. */
export class ServerProcess {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#child = child;
  }

  /** `module` is loaded as the bench itself is: the service comes from `dist` (built.mjs). */
  static async start(module: string, env: Record<string, string>): Promise<ServerProcess> {
    const child = fork(module, [], {
      // As `npm start` starts the service; the others get the same.
      execArgv: [...process.execArgv, '--max-semi-space-size=32', '--heap-growing-percent=60'],
      env: { ...process.env, NODE_ENV: 'production', ...env },
    });
    const [message] = (await once(child, 'message')) as [{ ready: string }];
    return new ServerProcess(message.ready, child);
  }

  /** Resident memory in MiB; processor time and SQL statements since the start. */
  async figures(): Promise<ProcessFigures> {
    return this.ask<ProcessFigures>('figures');
  }

  /** Sends a message; returns the one that answers it. */
  async ask<Answer>(message: string | object): Promise<Answer> {
    this.#child.send(message);
    const [answer] = (await once(this.#child, 'message')) as [Answer];
    return answer;
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    await once(this.#child, 'exit');
  }
}
