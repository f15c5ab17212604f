import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { WITH_BUILT } from '../support/processes/built.ts';

const SERVER = join(import.meta.dirname, '../bench/intake/flightline-server.ts');

/** The service in a process of its own, which uses the same port when it is restarted. */
export class Service {
  readonly port: number;
  readonly #env: Record<string, string>;
  #child: ChildProcess | undefined;

  constructor(port: number, env: Record<string, string>) {
    this.port = port;
    this.#env = env;
  }

  async start(): Promise<void> {
    const child = fork(SERVER, [], {
      execArgv: WITH_BUILT,
      env: { ...process.env, ...this.#env, PORT: String(this.port) },
    });
    this.#child = child;
    const ended = once(child, 'exit').then(([code, signal]) => {
      throw new Error(`The service ended at its start: ${code ?? signal}.`);
    });
    await Promise.race([once(child, 'message'), ended]);
    ended.catch(() => undefined);
  }

  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL');
    if (this.#child?.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit');
  }
}
