import { enterSandbox } from '../../src/domain/sandbox/enter.ts';
import type { Sandbox } from '../../src/domain/sandbox/state.ts';
import { type TestSystem, testSystem } from './system.ts';

/** A system whose database is a sandbox, with the clock that its processes share. */
export async function sandboxSystem(
  options: { env?: Record<string, string> } = {},
): Promise<TestSystem & { readonly sandbox: Sandbox }> {
  const system = await testSystem({ env: { FLIGHTLINE_SANDBOX: 'on', ...options.env } });
  const sandbox = await enterSandbox({
    pool: system.pool,
    isRequested: true,
    seed: system.config.sandboxSeed,
  });
  if (!sandbox) throw new Error('The database is not a sandbox.');
  return { ...system, sandbox, now: () => sandbox.now() };
}
