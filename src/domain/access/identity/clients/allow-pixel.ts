import type { System } from '../../../context.ts';
import { findPixels } from '../../tenancy/find.ts';
import { findLiveClient } from './find-client.ts';

/** Adds a pixel of the client's seat to the client's allow-list. For operators. Throws NotFoundError, ConflictError. */
export async function allowPixel(options: {
  readonly system: System;
  readonly clientId: string;
  readonly pixelId: number;
}): Promise<{ clientId: string; pixelId: number }> {
  const { system, pixelId } = options;
  const { id: clientId, seatId } = await findLiveClient(system.db, options.clientId);
  await findPixels(system.db, seatId, [pixelId]);
  await system.db.clientPixel.createMany({ data: { clientId, pixelId }, skipDuplicates: true });
  return { clientId, pixelId };
}
