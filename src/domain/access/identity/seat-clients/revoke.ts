import { Problems } from '../../../../resources/define/input.ts';
import { authorizeAdmin, type DomainContext, inTransaction } from '../../../context.ts';
import type { KnownClient } from '../../tenancy/known.ts';
import { lockManagedClient } from '../../tenancy/managed-clients.ts';
import { revokeClient } from '../clients/revoke-client.ts';
import { RevokeApiClient } from './input.ts';

/** Revokes a client of the seat and all its tokens; this may be the caller's own client. For admins. */
export async function revokeApiClient(options: {
  ctx: DomainContext;
  input: unknown;
}): Promise<{ client: KnownClient }> {
  const { ctx: outer, input } = options;
  authorizeAdmin(outer);
  const problems = new Problems();
  const { clientId } = problems.complete(problems.parse(outer, RevokeApiClient, input), RevokeApiClient);

  return inTransaction(outer, async (ctx) => {
    await lockManagedClient(ctx, clientId);
    await revokeClient({ system: ctx, clientId });
    return { client: await lockManagedClient(ctx, clientId) };
  });
}
