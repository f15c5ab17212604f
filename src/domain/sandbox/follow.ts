import type { System } from '../context.ts';
import { listen } from '../notifications/live/listen.ts';
import { readSandbox } from './enter.ts';

/** The channel that announces changes of the clock or of the registered faults. */
export const SANDBOX = 'sandbox';

/** Keeps this process's copy of the sandbox state up to date. Returns a function that stops that. */
export function followSandbox(system: System): Promise<() => void> {
  const onMessage = () =>
    void refreshSandbox(system).catch((error) =>
      system.log.warn({ err: error }, 'the clock and the faults of the sandbox could not be read'),
    );
  return listen({ system, channel: SANDBOX, onMessage });
}

/** Reads the state immediately, for example after a change by this process. */
export async function refreshSandbox({ pool, sandbox }: System): Promise<void> {
  const known = sandbox && (await readSandbox(pool));
  if (known) sandbox.take(known);
}

/** Stores the seed of this process's settings. From now on delivery is simulated with it, whichever process does it. */
export async function setSeed({ pool, config }: System): Promise<void> {
  await pool.query('UPDATE sandbox_clock SET seed = $1', [config.sandboxSeed]);
}
