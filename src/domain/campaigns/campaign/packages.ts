import type { Package, Prisma } from '../../../platform/database/generated/prisma/client.ts';
import type { DomainContext } from '../../context.ts';

/** Finds the seat's packages: named groups of lines of one campaign. */
export function findPackages(options: {
  ctx: DomainContext;
  where: Prisma.PackageWhereInput;
  query: Omit<Prisma.PackageFindManyArgs, 'where'>;
}): Promise<Package[]> {
  const { ctx, where, query } = options;
  return ctx.db.package.findMany({ ...query, where: { AND: [{ seatId: ctx.seatId }, where] } });
}
