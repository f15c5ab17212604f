import { z } from 'zod';
import { changedFields } from '../../../resources/define/changed-fields.ts';
import { id, text } from '../../../resources/define/fields.ts';
import { defineInput, Problems } from '../../../resources/define/input.ts';
import { lockRow, nextUpdatedAt } from '../../../resources/define/rows.ts';
import { lockManagedClients } from '../../access/tenancy/managed-clients.ts';
import { authorizeAdmin, type DomainContext, inTransaction } from '../../context.ts';
import { recordChange } from '../../notifications/history/record.ts';
import { visiblePixels } from './visible.ts';

const MAX = 100;
const clients = () => z.array(text(64)).max(MAX, `must have at most ${MAX} clients`).optional();

export const UpdatePixelClients = defineInput({
  fields: z.object({
    pixelId: id('Pixel').describe('The pixel.'),
    added: clients().describe('The API clients that the seat manages to allow to send events for the pixel.'),
    removed: clients().describe('The API clients to remove. Takes effect within five seconds.'),
  }),
  readOnly: [],
});

/** Sets which API clients can post events for a pixel, and returns all of them. For admins. */
export async function updatePixelClients(options: {
  ctx: DomainContext;
  input: unknown;
}): Promise<{ pixelId: number; clientIds: string[] }> {
  const { ctx, input } = options;
  authorizeAdmin(ctx);
  const problems = new Problems();
  const fields = problems.complete(problems.parse(ctx, UpdatePixelClients, input), UpdatePixelClients);
  const { pixelId, added = [], removed = [] } = fields;

  return inTransaction(ctx, async (ctx) => {
    const { updatedAt } = await lockRow({ ctx, table: 'pixel', resource: 'Pixel', id: pixelId });
    const managed = await lockManagedClients(ctx, added);
    for (const [index, clientId] of added.entries())
      if (!managed.has(clientId)) problems.add(`added[${index}]`, 'must be an API client of this seat');
    problems.throwIfAny();

    const before = { clientIds: await pixelClients(ctx, pixelId) };
    await ctx.db.clientPixel.deleteMany({ where: { pixelId, clientId: { in: removed } } });
    await ctx.db.clientPixel.createMany({
      data: [...managed.keys()].map((clientId) => ({ clientId, pixelId })),
      skipDuplicates: true,
    });
    const after = { clientIds: await pixelClients(ctx, pixelId) };
    if (!changedFields(before, after)) return { pixelId, ...before };
    await ctx.db.pixel.update({ where: { id: pixelId }, data: { updatedAt: nextUpdatedAt(ctx, updatedAt) } });
    await recordChange({ ctx, resource: 'Pixel', id: pixelId, action: 'UPDATE', before, after });
    return { pixelId, ...after };
  });
}

async function pixelClients(ctx: DomainContext, pixelId: number): Promise<string[]> {
  return (await clientsOfPixels(ctx, [pixelId])).get(pixelId) ?? [];
}

/**
 * Returns the API clients that can post events for each of several pixels that the caller can see. Includes clients
 * that the seat does not manage: the allow-list belongs to the pixel, so its seat must be able to see and remove all of
 * them.
 */
export async function clientsOfPixels(
  ctx: DomainContext,
  pixelIds: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  const rows = await ctx.db.clientPixel.findMany({
    where: { pixelId: { in: [...pixelIds] }, pixel: visiblePixels(ctx) },
    orderBy: { clientId: 'asc' },
  });
  const clients = new Map<number, string[]>();
  for (const { pixelId, clientId } of rows) clients.set(pixelId, [...(clients.get(pixelId) ?? []), clientId]);
  return clients;
}
