import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkClient } from '../domain/access/diagnostics/list.ts';
import type { System } from '../domain/context.ts';
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
  let printed = 0;
  while (!stopped) {
    const { problems } = await checkClient({ system, clientId });
    const fresh = problems.filter(({ lastAt }) => lastAt.getTime() > printed).reverse();
    for (const problem of fresh) printAnswer(json ? problem : { problem: [problem] }, { json });
    printed = Math.max(printed, ...fresh.map(({ lastAt }) => lastAt.getTime()));
    await Promise.race([sleep(EVERY_MS), stopping]);
  }
}
