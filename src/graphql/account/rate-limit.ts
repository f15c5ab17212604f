import { isKeyOf } from '../../platform/text/typed.ts';
import { builder } from '../builder.ts';
import { type Cost, chargedCost, currentBalance } from '../server/price/charge.ts';

const RateLimit = builder.objectRef<Cost>('RateLimit').implement({
  description: 'The caller’s GraphQL point balance for the current clock hour.',
  fields: (t) => ({
    limit: t.exposeInt('limit', { description: 'The number of points per hour.' }),
    cost: t.exposeInt('requested', { description: 'The cost of this request, in points.' }),
    remaining: t.exposeInt('remaining', { description: 'The number of points that are left.' }),
    resetAt: t.expose('resetAt', {
      type: 'DateTime',
      description: 'The time when the balance is full again.',
    }),
  }),
});

builder.queryField('rateLimit', (t) =>
  t.field({
    type: RateLimit,
    description: 'The caller’s point balance and the cost of this request. Selecting this field is free.',
    resolve: async (_root, _args, ctx) => chargedCost(ctx) ?? (await currentBalance(ctx)),
  }),
);

/** Returns a field of `RateLimit` as JSON text. */
export function rateLimitField({ requested: cost, limit, remaining, resetAt }: Cost, name: string): string {
  const fields = { limit, cost, remaining, resetAt };
  return JSON.stringify(isKeyOf(fields, name) ? fields[name] : null);
}
