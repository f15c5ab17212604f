import type { System } from '../../../context.ts';
import { findSeat } from '../../tenancy/find.ts';
import { wireProfile } from '../wire-profile.ts';

/**
 * Returns the clients of a seat, or all clients, including revoked ones but without secrets. A client without a wire
 * profile of its own has that of the service which started last. Throws NotFoundError.
 */
export async function listClients({ system, seatId }: { system: System; seatId?: number | undefined }) {
  if (seatId !== undefined) await findSeat(system.db, seatId);
  const installation = await system.db.installation.findFirst({ select: { wire: true } });
  const wireOfService = wireProfile(system.config, installation?.wire ?? null);
  const clients = await system.db.apiClient.findMany({
    where: seatId === undefined ? {} : { seatId },
    select: {
      ...{
        id: true,
        name: true,
        userId: true,
        seatId: true,
        realms: true,
        wire: true,
        createdAt: true,
        rotatedAt: true,
      },
      ...{
        revokedAt: true,
        suspendedAt: true,
        pixels: { select: { pixelId: true }, orderBy: { pixelId: 'asc' } },
      },
    },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return {
    clients: clients.map(({ id, pixels, wire, ...client }) => ({
      clientId: id,
      ...client,
      wire: wireProfile({ wire: wireOfService }, wire),
      pixelIds: pixels.map(({ pixelId }) => pixelId),
    })),
  };
}
