import type { Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';

/** The native lists that the caller may know of. */
export function visibleNativeLists(ctx: DomainContext) {
  return { seatId: ctx.seatId } satisfies Prisma.NativeListWhereInput;
}
