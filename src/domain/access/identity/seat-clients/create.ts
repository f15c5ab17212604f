import { lowerCase } from '../../../../platform/text/typed.ts';
import { Problems } from '../../../../resources/define/input.ts';
import { authorizeAdmin, type DomainContext, inTransaction } from '../../../context.ts';
import { ConflictError } from '../../../errors.ts';
import { sealAnswer } from '../../idempotency/carried-out.ts';
import type { KnownClient } from '../../tenancy/known.ts';
import { lockManagedClient } from '../../tenancy/managed-clients.ts';
import { createClient } from '../clients/create-client.ts';
import { SEAT_REALMS } from '../realms.ts';
import { CreateApiClient } from './input.ts';

/**
 * The maximum number of clients of a seat, revoked ones included: their rows are never deleted, because the history
 * refers to them.
 */
const MAX_CLIENTS = 1000;
/** The maximum number of clients of a seat that can get tokens. */
const MAX_ACTIVE = 100;

/** Creates an API client of the caller's seat with a user of its own. The secret is only returned here. For admins. */
export async function createApiClient(options: {
  ctx: DomainContext;
  input: unknown;
}): Promise<{ client: KnownClient; secret: string }> {
  const { ctx: outer, input } = options;
  authorizeAdmin(outer);
  const problems = new Problems();
  const fields = problems.complete(problems.parse(outer, CreateApiClient, input), CreateApiClient);
  const { role, name, realms = SEAT_REALMS, pixelIds = [] } = fields;

  return inTransaction(outer, async (ctx) => {
    const { seatId } = ctx;
    // Locks the seat so that concurrent creations cannot exceed the limit.
    await ctx.db.$queryRaw`SELECT FROM seat WHERE id = ${seatId} FOR NO KEY UPDATE`;
    if ((await ctx.db.apiClient.count({ where: { seatId } })) >= MAX_CLIENTS)
      throw new ConflictError(`A seat can have at most ${MAX_CLIENTS} API clients, revoked ones included.`);
    if ((await ctx.db.apiClient.count({ where: { seatId, revokedAt: null } })) >= MAX_ACTIVE)
      throw new ConflictError(
        `A seat can have at most ${MAX_ACTIVE} API clients that are not revoked. Revoke one first.`,
      );
    const made = await createClient({
      ...{ system: ctx, seatId, role, name, pixelIds, seatOnly: true },
      realms: realms.map((realm) => lowerCase(realm)),
    });
    sealAnswer(outer.heldKey);
    return { client: await lockManagedClient(ctx, made.clientId), secret: made.clientSecret };
  });
}
