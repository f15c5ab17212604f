import { Problems } from '../../../../resources/define/input.ts';
import { authorizeAdmin, type DomainContext, inTransaction } from '../../../context.ts';
import { sealAnswer } from '../../idempotency/carried-out.ts';
import type { KnownClient } from '../../tenancy/known.ts';
import { lockManagedClient } from '../../tenancy/managed-clients.ts';
import { rotateClient } from '../clients/rotate-client.ts';
import { DEFAULT_OVERLAP_S, RotateApiClient } from './input.ts';

/** Creates a new secret for a client of the seat; the old one remains valid for a while. For admins. */
export async function rotateApiClient(options: {
  ctx: DomainContext;
  input: unknown;
}): Promise<{ client: KnownClient; secret: string }> {
  const { ctx: outer, input } = options;
  authorizeAdmin(outer);
  const problems = new Problems();
  const fields = problems.complete(problems.parse(outer, RotateApiClient, input), RotateApiClient);
  const { clientId, overlapSeconds = DEFAULT_OVERLAP_S } = fields;

  return inTransaction(outer, async (ctx) => {
    await lockManagedClient(ctx, clientId);
    const { clientSecret } = await rotateClient({
      ...{ system: ctx, clientId, overlapS: overlapSeconds },
      forSeat: true,
    });
    sealAnswer(outer.heldKey);
    return { client: await lockManagedClient(ctx, clientId), secret: clientSecret };
  });
}
