import { rememberedAccess } from '../../domain/access/identity/tokens/remembered-access.ts';
import { forgetKeys } from '../../domain/access/identity/tokens/signing-keys.ts';
import { isHere, noteAddress, noteDefaultWire } from '../../domain/access/tenancy/place.ts';
import type { System } from '../../domain/context.ts';
import { tokenVerifier } from '../../domain/events/intake/token-verifier.ts';
import { loadKeyRing } from './master-key/ring.ts';
import { type FollowedState, forgetProcess, ownProcess, report } from './processes.ts';

const EVERY_MS = 1_000;

/**
 * Makes the process follow the decisions of operators: every second it reports that it runs, and reads the
 * decisions.
 * @returns a function that stops it
 */
export async function followOperation(options: {
  system: System;
  origin: string;
}): Promise<() => Promise<void>> {
  const { system, origin } = options;
  const pool = system.reserved?.pool ?? system.pool;
  const own = await ownProcess(system, origin);
  const { operation } = system;
  let keyPhase = 0;
  let accessEpoch: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  if (operation?.outgoing) await noteAddress({ system, origin });
  await noteDefaultWire(system);

  async function look(): Promise<void> {
    const state = await report(pool, own, { draining: operation?.draining ?? false, keyPhase });
    if (operation) await apply(state);
    if (accessEpoch !== undefined && accessEpoch !== state.accessEpoch) forgetAccess(system);
    accessEpoch = state.accessEpoch;
    if (state.keyPhase === keyPhase) return;
    await loadKeyRing({ pool, masterKey: system.masterKey });
    keyPhase = state.keyPhase;
    // A rotation waits for this report.
    await report(pool, own, { draining: state.draining, keyPhase });
  }

  async function apply(state: FollowedState): Promise<void> {
    if (!operation) return;
    if (operation.draining !== state.draining)
      system.log.warn(state.draining ? 'draining: out of rotation' : 'back in rotation');
    operation.draining = state.draining;
    if (!operation.outgoing && (await isHere(system, state.place))) {
      operation.outgoing = true;
      await noteAddress({ system, origin });
      system.log.warn('the database was adopted: webhooks and scheduled reports are on');
    }
  }

  let current: Promise<void> = Promise.resolve();
  function plan(): void {
    timer = setTimeout(() => {
      // While the database is unavailable, nothing changes. /readyz reports the outage.
      current = look()
        .catch(() => undefined)
        .then(() => {
          if (!stopped) plan();
        });
    }, EVERY_MS);
    timer.unref();
  }
  await look();
  plan();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await current;
    await forgetProcess(pool, own).catch(() => undefined);
  };
}

/** Clears the caches of access checks, because signing keys were withdrawn, or a client was suspended. */
function forgetAccess(system: System): void {
  forgetKeys(system);
  rememberedAccess(system).forget();
  tokenVerifier(system).forget();
}
