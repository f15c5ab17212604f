import { lowerCase } from '../../../../platform/text/typed.ts';
import { Problems } from '../../../../resources/define/input.ts';
import { authorizeAdmin, type DomainContext, inTransaction } from '../../../context.ts';
import type { KnownClient } from '../../tenancy/known.ts';
import { lockManagedClient } from '../../tenancy/managed-clients.ts';
import { setClient } from '../clients/set-client.ts';
import { rememberedAccess } from '../tokens/remembered-access.ts';
import { UpdateApiClient } from './input.ts';

/** Changes the name or the wire profile of a client that the seat manages, whichever is in the input. For admins. Throws NotFoundError and ConflictError. */
export async function updateApiClient(options: {
  ctx: DomainContext;
  input: unknown;
}): Promise<{ client: KnownClient }> {
  const { ctx: outer, input } = options;
  authorizeAdmin(outer);
  const problems = new Problems();
  const fields = problems.complete(problems.parse(outer, UpdateApiClient, input), UpdateApiClient);
  const { clientId, name, wireProfile } = fields;

  const updated = await inTransaction(outer, async (ctx) => {
    await lockManagedClient(ctx, clientId);
    await setClient({ system: ctx, clientId, name, wire: wireProfile && lowerCase(wireProfile) });
    return { client: await lockManagedClient(ctx, clientId) };
  });
  // A call may have read the old profile before the commit.
  rememberedAccess(outer).forget({ clientId: updated.client.id });
  return updated;
}
