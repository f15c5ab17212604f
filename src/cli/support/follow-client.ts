import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkClient } from '../../domain/access/diagnostics/list.ts';
import type { System } from '../../domain/context.ts';
import { printAnswer } from './output.ts';

const EVERY_MS = 1_000;

/** Prints each problem of a client when it occurs, until the command is interrupted. */
export async function followClient(options: {
  readonly system: System;
  readonly clientId: string;
  readonly json?: boolean;
  readonly stop?: Promise<unknown>;
}): Promise<void> {
  const { system, clientId, json, stop = once(process, 'SIGINT') } = options;
  let stopped = false;
  const stopping = stop.then(() => {
    stopped = true;
  });
  let shown: ReadonlySet<string> = new Set();
  while (!stopped) {
    const { problems } = await checkClient({ system, clientId });
    // By content, not by time: another process may store an earlier problem later.
    const fresh = problems.filter((problem) => !shown.has(JSON.stringify(problem))).reverse();
    for (const problem of fresh) printAnswer(json ? problem : { problem: [problem] }, { json });
    shown = new Set(problems.map((problem) => JSON.stringify(problem)));
    await Promise.race([sleep(EVERY_MS), stopping]);
  }
}
