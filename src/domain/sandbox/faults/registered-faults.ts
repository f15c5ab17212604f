import { type Db, transaction } from '../../../platform/database/connection/client.ts';
import { publish } from '../../../platform/database/rows/publish.ts';
import { Problems } from '../../../resources/define/input.ts';
import type { System } from '../../context.ts';
import { NotFoundError } from '../../errors.ts';
import { requireSandbox } from '../clock.ts';
import { refreshSandbox, SANDBOX } from '../follow.ts';
import type { RegisteredFault } from '../state.ts';
import { FAULT_SYNTAX, parseFault } from './fault.ts';

/** Every call checks all of them. */
const MAX = 100;

interface FaultRequest {
  system: System;
  clientId?: string | undefined;
  path?: string | undefined;
  fault: string;
}

/** Returns the fault in its normal form, and reports what is wrong with it. Throws ForbiddenError. */
export async function checkFault(
  { system, clientId, path, ...request }: FaultRequest,
  problems: Problems,
): Promise<string> {
  const sandbox = requireSandbox(system);
  const fault = parseFault(request.fault);
  if (!fault) problems.add('fault', FAULT_SYNTAX);
  if (clientId === undefined && path === undefined) problems.add('client', 'or path is required');
  if (path !== undefined && !/^\/[\x21-\x7e]{0,1000}$/.test(path))
    problems.add('path', 'must begin with / and have no spaces');
  if (clientId !== undefined && (await system.db.apiClient.count({ where: { id: clientId } })) === 0)
    problems.add('client', 'must be the ID of a client');
  if (sandbox.faults.length >= MAX) problems.add('fault', `must not be one of more than ${MAX}`);
  return fault?.text ?? '';
}

/** Registers a fault for all calls of a client, to a path, or both. Throws ForbiddenError, ValidationError. */
export async function addFault(request: FaultRequest): Promise<{ faultId: number }> {
  const { system, clientId, path } = request;
  const problems = new Problems();
  const fault = await checkFault(request, problems);
  problems.throwIfAny();
  const made = await transaction(system.db, (db) => storeFault(db, { clientId, path, fault }));
  await refreshSandbox(system);
  return made;
}

/** Stores a fault that was checked, in a transaction. Afterwards, the process reads the sandbox anew. */
export async function storeFault(
  db: Db,
  { clientId, path, fault }: Omit<FaultRequest, 'system'>,
): Promise<{ faultId: number }> {
  const data = { clientId: clientId ?? null, path: path ?? null, fault };
  const { id } = await db.sandboxFault.create({ data });
  await publish({ db, channel: SANDBOX });
  return { faultId: id };
}

export function listFaults(system: System): readonly RegisteredFault[] {
  return requireSandbox(system).faults;
}

/** Throws ForbiddenError, and NotFoundError if there is no such fault. */
export async function removeFault(options: { system: System; id: number }): Promise<{ faultId: number }> {
  const { system, id } = options;
  requireSandbox(system);
  await transaction(system.db, (db) => deleteFault(db, id));
  await refreshSandbox(system);
  return { faultId: id };
}

/** Deletes a fault in a transaction. Throws NotFoundError. Afterwards, the process reads the sandbox anew. */
export async function deleteFault(db: Db, id: number): Promise<void> {
  const { count } = await db.sandboxFault.deleteMany({ where: { id } });
  if (count === 0) throw new NotFoundError('Fault');
  await publish({ db, channel: SANDBOX });
}
