import type { System } from '../../context.ts';
import { NotFoundError } from '../../errors.ts';
import { requireSandbox } from '../clock.ts';
import { readCalls } from './calls.ts';
import { CHECKS, type Verdict } from './checks.ts';

export interface Certificate {
  readonly clientId: string;
  /** Whether all checks passed. */
  readonly passed: boolean;
  readonly checks: readonly ({ readonly name: string } & Verdict)[];
}

/**
 * Returns how a client has behaved in the sandbox so far. Throws ForbiddenError, and NotFoundError for an unknown
 * client.
 */
export async function certify(options: { system: System; clientId: string }): Promise<Certificate> {
  const { system, clientId } = options;
  requireSandbox(system);
  if ((await system.db.apiClient.count({ where: { id: clientId } })) === 0) throw new NotFoundError('Client');
  const calls = await readCalls(system.pool, clientId);
  const checks = Object.entries(CHECKS).map(([name, check]) => ({ name, ...check(calls) }));
  return { clientId, passed: checks.every(({ passed }) => passed), checks };
}
