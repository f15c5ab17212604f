import type { Pool } from 'pg';
import { groupBy } from '../../../resources/filter/group-by.ts';
import { authorizeAdmin, type DomainContext, type System } from '../../context.ts';
import { findClient } from '../identity/clients/find-client.ts';
import { managedClientIds } from '../tenancy/managed-clients.ts';
import type { DiagnosticKind } from './kinds.ts';
import { MAX_AGE_MS, MAX_ROWS } from './record.ts';

export interface ClientDiagnostic {
  readonly kind: DiagnosticKind;
  readonly message: string;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** Returns what a client of any seat did wrong in the last hour, the latest first. For operators. Throws NotFoundError. */
export async function checkClient(options: {
  readonly system: System;
  readonly clientId: string;
}): Promise<{ clientId: string; since: Date; problems: ClientDiagnostic[] }> {
  const { system, clientId } = options;
  await findClient(system.db, clientId);
  const since = new Date(Date.now() - MAX_AGE_MS);
  const found = await diagnosticsSince(system.pool, [clientId], since);
  return { clientId, since, problems: found.get(clientId) ?? [] };
}

/**
 * Returns what clients that the seat manages did wrong in the last hour, by client ID, the latest first. For admins.
 * Throws ForbiddenError.
 */
export async function diagnosticsOfClients(
  ctx: DomainContext,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, ClientDiagnostic[]>> {
  authorizeAdmin(ctx);
  const managed = await managedClientIds(ctx, clientIds);
  return diagnosticsSince(ctx.pool, managed, new Date(Date.now() - MAX_AGE_MS));
}

async function diagnosticsSince(
  pool: Pool,
  clientIds: readonly string[],
  since: Date,
): Promise<Map<string, ClientDiagnostic[]>> {
  const { rows } = await pool.query<ClientDiagnostic & { clientId: string }>(
    `SELECT client_id AS "clientId", kind, message, count, first_at AS "firstAt", last_at AS "lastAt"
     FROM client_diagnostic WHERE client_id = ANY($1) AND last_at > $2
     ORDER BY last_at DESC, kind, subject`,
    [clientIds, since],
  );
  const found = [...groupBy(rows, ({ clientId }) => clientId)];
  return new Map(
    found.map(([clientId, own]) => [clientId, own.slice(0, MAX_ROWS).map(({ clientId: _, ...row }) => row)]),
  );
}
