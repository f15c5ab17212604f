import { Prisma, sql } from '../../../platform/database/connection/client.ts';
import type { DomainContext } from '../../context.ts';
import { NotFoundError } from '../../errors.ts';
import { isClientId } from '../identity/client-id.ts';
import { SEAT_REALMS } from '../identity/realms.ts';
import type { KnownClient } from './known.ts';

const COLUMNS = Prisma.sql`client.id, client.name, client.realms, client.wire,
  client.created_at AS "createdAt", client.rotated_at AS "rotatedAt", client.revoked_at AS "revokedAt"`;

/**
 * A seat can manage a client over GraphQL if the client was created for the seat, its user belongs to no other seat and
 * its tokens give access to this seat only. The realms are an allow-list: clients with a realm that is added later are
 * managed by operators.
 */
const isManagedBy = (seatId: number) => Prisma.sql`
  client.seat_id = ${seatId} AND client.realms <@ ${[...SEAT_REALMS]}::text[]
  AND NOT EXISTS (
    SELECT FROM seat_member other WHERE other.user_id = client.user_id AND other.seat_id <> client.seat_id
  )`;

/** Returns the clients that the seat manages: active ones first, then newest first. */
export function listManagedClients(ctx: DomainContext, limit: number): Promise<KnownClient[]> {
  return sql<KnownClient>(ctx.db)`
    SELECT ${COLUMNS} FROM api_client client WHERE ${isManagedBy(ctx.seatId)}
    ORDER BY client.revoked_at DESC NULLS FIRST, client.created_at DESC, client.id LIMIT ${limit}`;
}

/** Returns those of the clients that the seat manages. */
export async function managedClientIds(ctx: DomainContext, ids: readonly string[]): Promise<string[]> {
  const clients = await sql<{ id: string }>(ctx.db)`
    SELECT client.id FROM api_client client
    WHERE client.id = ANY(${ids.filter(isClientId)}::text[]) AND ${isManagedBy(ctx.seatId)}`;
  return clients.map(({ id }) => id);
}

/** Returns those of the clients that the seat manages, and the caller's own. */
export function findClients(ctx: DomainContext, ids: readonly string[]): Promise<KnownClient[]> {
  return sql<KnownClient>(ctx.db)`
    SELECT ${COLUMNS} FROM api_client client
    WHERE client.id = ANY(${ids.filter(isClientId)}::text[])
      AND (client.id = ${ctx.actor.clientId} OR (${isManagedBy(ctx.seatId)}))`;
}

/** Returns those of the clients that the caller may list by ID: for admins as `findClients`, for others their own. */
export function findListedClients(ctx: DomainContext, ids: readonly string[]): Promise<KnownClient[]> {
  const { role, clientId } = ctx.actor;
  return findClients(ctx, role === 'ADMIN' ? ids : ids.filter((id) => id === clientId));
}

/**
 * Returns those of the clients that the seat manages, and locks them until the transaction ends: granting their user
 * another membership waits, because it refers to the user's row.
 */
export async function lockManagedClients(
  ctx: DomainContext,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, KnownClient>> {
  const ids = clientIds.filter(isClientId);
  // A separate statement: the one below must see memberships that were granted while this one waited for the lock.
  await sql(ctx.db)`
    SELECT FROM api_client client JOIN app_user ON app_user.id = client.user_id
    WHERE client.id = ANY(${ids}::text[]) AND client.seat_id = ${ctx.seatId}
    ORDER BY client.id FOR UPDATE OF client, app_user`;
  const clients = await sql<KnownClient>(ctx.db)`
    SELECT ${COLUMNS} FROM api_client client
    WHERE client.id = ANY(${ids}::text[]) AND ${isManagedBy(ctx.seatId)}`;
  return new Map(clients.map((client) => [client.id, client]));
}

/** Returns the client if the seat manages it, and locks it. Throws NotFoundError. */
export async function lockManagedClient(ctx: DomainContext, clientId: string): Promise<KnownClient> {
  const client = (await lockManagedClients(ctx, [clientId])).get(clientId);
  if (!client) throw new NotFoundError('Client');
  return client;
}
