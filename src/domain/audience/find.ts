import type { Audience, Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import { visibleAudiences } from './visible.ts';

/** Finds the caller's audiences that match `where`. `query` sets what to load, the order and the limit. */
export function findAudiences(options: {
  ctx: DomainContext;
  where: Prisma.AudienceWhereInput;
  query: Omit<Prisma.AudienceFindManyArgs, 'where'>;
}): Promise<Audience[]> {
  const { ctx, where, query } = options;
  return ctx.db.audience.findMany({ ...query, where: { AND: [visibleAudiences(ctx), where] } });
}
