import { isId } from '../../../resources/define/rows.ts';
import type { DomainContext, Role } from '../../context.ts';

/** The seats, users and API clients that a caller can see. */

export interface KnownSeat {
  readonly id: number;
  readonly name: string;
  /** ISO 4217 */
  readonly currency: string;
  /** One of reports, or UTC. */
  readonly timezone: string;
  readonly legalComplianceCountry: string | null;
}

export interface KnownUser {
  readonly id: number;
  readonly name: string;
}

/** An API client, without its secrets. */
export interface KnownClient {
  readonly id: string;
  readonly name: string | null;
  readonly realms: readonly string[];
  /** The wire profile; null if it has none of its own. */
  readonly wire: string | null;
  readonly createdAt: Date;
  readonly rotatedAt: Date | null;
  readonly revokedAt: Date | null;
}

const USER = { id: true, name: true } as const;
const SEAT = { id: true, name: true, currency: true, timezone: true, legalComplianceCountry: true } as const;

/** The maximum number of seats of a user that are returned. */
export const MAX_SEATS = 100;

/** Returns the seats that the caller's user belongs to, by ID. */
export function findSeats(
  ctx: DomainContext,
  ids: readonly number[] = ctx.actor.seatIds,
): Promise<KnownSeat[]> {
  const own = ids.filter((id) => ctx.actor.seatIds.includes(id));
  return ctx.db.seat.findMany({
    where: { id: { in: own } },
    select: SEAT,
    orderBy: { id: 'asc' },
    take: MAX_SEATS,
  });
}

/** Returns members of the caller's seat. */
export function findUsers(ctx: DomainContext, ids: readonly number[]): Promise<KnownUser[]> {
  const { seatId } = ctx;
  return ctx.db.user.findMany({
    where: { id: { in: ids.filter(isId) }, memberships: { some: { seatId } } },
    select: USER,
  });
}

/** Returns the roles that the users of API clients have in the caller's seat, by client ID. */
export async function rolesOfClients(
  ctx: DomainContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Role>> {
  const memberships = { where: { seatId: ctx.seatId }, select: { role: true } };
  const clients = await ctx.db.apiClient.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, user: { select: { memberships } } },
  });
  return new Map(
    clients.flatMap(({ id, user }) => user.memberships.map(({ role }) => [id, role as Role] as const)),
  );
}

/** Returns users who changed something that the caller can see. They may have left the seat since. */
export async function usersById(
  ctx: DomainContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, KnownUser>> {
  const users = await ctx.db.user.findMany({ where: { id: { in: [...ids] } }, select: USER });
  return new Map(users.map((user) => [user.id, user]));
}
