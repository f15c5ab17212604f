import { Problems } from '../../resources/define/input.ts';
import { findClients } from '../access/tenancy/managed-clients.ts';
import { authorizeAdmin, type DomainContext, inTransaction } from '../context.ts';
import { NotFoundError } from '../errors.ts';
import { type Certificate, certify } from './certify/certify.ts';
import { authorizeGlobal, requireSandbox, type SandboxClock, showClock } from './clock.ts';
import { checkFault, deleteFault, storeFault } from './faults/registered-faults.ts';
import { refreshSandbox } from './follow.ts';
import { AddSandboxFault, NameSandboxSnapshot, RemoveSandboxFault, ResetSandbox } from './input.ts';
import { type ListedSnapshot, listSnapshots } from './snapshots/list.ts';
import { removeSandboxSnapshot } from './snapshots/remove.ts';
import { resetSandbox } from './snapshots/reset.ts';
import { restoreSandboxSnapshot } from './snapshots/restore.ts';
import { checkName, takeSandboxSnapshot } from './snapshots/snapshot.ts';
import type { RegisteredFault } from './state.ts';

/** What admins of a seat do in a sandbox without an operator. All of it throws ForbiddenError elsewhere. */

interface Call {
  readonly ctx: DomainContext;
  readonly input: unknown;
}

/** The maximum number of faults of the clients of a seat. */
export const MAX_FAULTS = 20;

/** Returns the faults of clients that the seat manages, and of the caller's own. */
export async function listSeatFaults(ctx: DomainContext): Promise<RegisteredFault[]> {
  authorizeAdmin(ctx);
  const { faults } = requireSandbox(ctx);
  const ids = [...new Set(faults.flatMap(({ clientId }) => (clientId === null ? [] : [clientId])))];
  const own = new Set((await findClients(ctx, ids)).map(({ id }) => id));
  return faults.filter(({ clientId }) => clientId !== null && own.has(clientId));
}

/** Registers a fault for the calls of a client of the seat. Returns no ID with `validateOnly`. */
export async function addSeatFault({ ctx, input }: Call): Promise<{ faultId: number | null }> {
  authorizeAdmin(ctx);
  requireSandbox(ctx);
  const problems = new Problems();
  const fields = problems.complete(problems.parse(ctx, AddSandboxFault, input), AddSandboxFault);
  const { clientId, path, fault } = fields;
  const [client] = await findClients(ctx, [clientId]);
  if (!client) problems.add('clientId', 'must be an API client of this seat');
  else if (clientId === ctx.actor.clientId && '/graphql'.startsWith(path ?? ''))
    problems.add('path', 'must not match /graphql for the client of this call, which removes the fault');
  if ((await listSeatFaults(ctx)).length >= MAX_FAULTS)
    problems.add('fault', `must not be one of more than ${MAX_FAULTS}`);
  const request = { clientId: client?.id ?? ctx.actor.clientId, path };
  const checked = await checkFault({ system: ctx, ...request, fault }, problems);
  problems.throwIfAny();
  if (ctx.validateOnly) return { faultId: null };
  const made = await inTransaction(ctx, ({ db }) => storeFault(db, { ...request, fault: checked }));
  await refreshSandbox(ctx);
  return made;
}

/** Throws NotFoundError for a fault of another seat's client as for one that does not exist. */
export async function removeSeatFault({ ctx, input }: Call): Promise<{ faultId: number }> {
  authorizeAdmin(ctx);
  const problems = new Problems();
  const { faultId } = problems.complete(problems.parse(ctx, RemoveSandboxFault, input), RemoveSandboxFault);
  if (!(await listSeatFaults(ctx)).some(({ id }) => id === faultId)) throw new NotFoundError('Fault');
  await inTransaction(ctx, ({ db }) => deleteFault(db, faultId));
  if (!ctx.validateOnly) await refreshSandbox(ctx);
  return { faultId };
}

/** Returns how a client of the seat has behaved in the sandbox so far; null for any other client. */
export async function certifySeatClient(ctx: DomainContext, clientId: string): Promise<Certificate | null> {
  authorizeAdmin(ctx);
  requireSandbox(ctx);
  const [client] = await findClients(ctx, [clientId]);
  return client ? certify({ system: ctx, clientId: client.id }) : null;
}

/** Resets the sandbox of the only seat to its beginning. A demo seat is left empty, too: only commands fill it. */
export async function resetSandboxOfSeat({ ctx, input }: Call): Promise<SandboxClock> {
  await authorizeGlobal(ctx, 'reset');
  const problems = new Problems();
  const { confirm } = problems.parse(ctx, ResetSandbox, input);
  if (confirm !== true) problems.add('confirm', 'must be true');
  problems.throwIfAny();
  return ctx.validateOnly ? showClock(ctx) : resetSandbox(ctx);
}

/** Saves the sandbox of the only seat under a name. */
export async function takeSnapshotOfSeat({ ctx, input }: Call): Promise<{ name: string }> {
  await authorizeGlobal(ctx, 'snapshot');
  const name = nameOf(ctx, input);
  if (!ctx.validateOnly) await takeSandboxSnapshot({ system: ctx, name });
  return { name };
}

/** Restores the sandbox of the only seat. Throws NotFoundError, and ConflictError for another version's snapshot. */
export async function restoreSnapshotOfSeat({ ctx, input }: Call): Promise<SandboxClock> {
  await authorizeGlobal(ctx, 'restore');
  const name = nameOf(ctx, input);
  return ctx.validateOnly ? showClock(ctx) : restoreSandboxSnapshot({ system: ctx, name });
}

/** Returns the snapshots of the sandbox of the only seat, the newest first. */
export async function listSnapshotsOfSeat(ctx: DomainContext): Promise<ListedSnapshot[]> {
  await authorizeGlobal(ctx, 'snapshot');
  return listSnapshots(ctx.pool);
}

/** Removes a snapshot of the sandbox of the only seat. Throws NotFoundError. */
export async function removeSnapshotOfSeat({ ctx, input }: Call): Promise<{ name: string }> {
  await authorizeGlobal(ctx, 'remove');
  const name = nameOf(ctx, input);
  if (!ctx.validateOnly) await removeSandboxSnapshot({ system: ctx, name });
  else if (!(await listSnapshots(ctx.pool)).some((one) => one.name === name))
    throw new NotFoundError('Snapshot');
  return { name };
}

function nameOf(ctx: DomainContext, input: unknown): string {
  const problems = new Problems();
  const { name } = problems.complete(problems.parse(ctx, NameSandboxSnapshot, input), NameSandboxSnapshot);
  checkName(name);
  return name;
}
