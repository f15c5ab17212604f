import type { System } from '../../context.ts';
import { ValidationError } from '../../errors.ts';
import { FAULT_SYNTAX, type Fault, parseFault } from './fault.ts';

/** A call that a fault may affect. */
interface Call {
  /** Undefined if the client is not authenticated. */
  readonly clientId: string | undefined;
  /** Used to count calls without a client. */
  readonly address: string;
  readonly path: string;
  /** The fault that the call itself requests. */
  readonly requested: string | undefined;
}

/**
 * Returns the fault for a call: the one that it requests, else the first one registered for its client or path that is
 * not used up. Throws ValidationError if the requested fault cannot be parsed.
 */
export async function findFault(options: { system: System; call: Call }): Promise<Fault | undefined> {
  const { system, call } = options;
  // Only authenticated clients can request faults.
  if (call.requested !== undefined && call.clientId !== undefined) {
    const fault = parseFault(call.requested);
    if (!fault)
      throw new ValidationError([
        { path: 'X-Flightline-Fault', message: `X-Flightline-Fault ${FAULT_SYNTAX}` },
      ]);
    return (await isDue({ system, caller: call.clientId, path: call.path, fault })) ? fault : undefined;
  }
  for (const registered of system.sandbox?.faults ?? []) {
    if (registered.clientId !== null && registered.clientId !== call.clientId) continue;
    if (registered.path !== null && !isBelow(call.path, registered.path)) continue;
    const fault = parseFault(registered.fault);
    // For an unknown caller, the limit applies per address and fault, so that varying the path does not reset it.
    const { clientId: caller = call.address, clientId } = call;
    const path = clientId === undefined ? (registered.path ?? '/') : call.path;
    if (fault && (await isDue({ system, caller, path, fault }))) return fault;
  }
  return undefined;
}

/** A prefix ends at a path segment: /traffic/line does not match /traffic/lines. */
function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);
}

/** The longest path that fits into an index. */
const LONGEST_PATH = 1000;

/**
 * Counts the call if the fault has a limit, and returns whether the fault applies. The count is reset after ten
 * minutes.
 */
async function isDue(options: {
  system: System;
  caller: string;
  path: string;
  fault: Fault;
}): Promise<boolean> {
  const { system, caller, path, fault } = options;
  const { times, text } = fault;
  if (times === undefined) return true;
  const { rows } = await system.pool.query<{ count: number }>(
    `INSERT INTO sandbox_fault_count AS counted (caller, path, fault, count, since) VALUES ($1, $2, $3, 1, $4)
     ON CONFLICT (caller, path, fault) DO UPDATE SET
       count = CASE WHEN counted.since BETWEEN $4::timestamptz - interval '10 minutes' AND $4 THEN counted.count + 1 ELSE 1 END,
       since = CASE WHEN counted.since BETWEEN $4::timestamptz - interval '10 minutes' AND $4 THEN counted.since ELSE $4 END
     RETURNING count`,
    [caller, path.slice(0, LONGEST_PATH), text, system.now()],
  );
  return (rows[0]?.count ?? 1) <= times;
}
