import type { System } from '../context.ts';
import { listen } from '../notifications/live/listen.ts';
import { readSandbox } from './enter.ts';

/** The channel that says that the clock, or the standing faults, have changed. */
export const SANDBOX = 'sandbox';

/** Keeps what this process knows of the sandbox up to date; returns what ends that. */
export function followSandbox(system: System): Promise<() => void> {
  const onMessage = () =>
    void refreshSandbox(system).catch((error) =>
      system.log.warn({ err: error }, 'the sandbox could not be read'),
    );
  return listen({ system, channel: SANDBOX, onMessage });
}

/** Looks at the sandbox at once, as after a change by this process. */
export async function refreshSandbox({ pool, sandbox }: System): Promise<void> {
  const known = sandbox && (await readSandbox(pool));
  if (known) sandbox.take(known);
}

/** From now on delivery follows from the seed of this process's settings, whichever process simulates it. */
export async function setSeed({ pool, config }: System): Promise<void> {
  await pool.query('UPDATE sandbox_clock SET seed = $1', [config.sandboxSeed]);
}
