import { type CallWindow, METHODS } from '../domain/quota/calls.ts';
import { readCallLimits } from '../domain/quota/read-call-limits.ts';
import { builder } from './builder.ts';

const RestRateLimit = builder.objectRef<CallWindow>('RestRateLimit').implement({
  description: 'A rolling window of the caller’s calls of the traffic interface.',
  fields: (t) => ({
    name: t.expose('name', { type: 'ListedValue', description: 'Such as GET_PER_MINUTE.' }),
    limit: t.exposeInt('limit', { description: 'Most calls in the window.' }),
    remaining: t.exposeInt('remaining', { description: 'How many are left.' }),
    seconds: t.exposeInt('seconds', { description: 'How long the window is.' }),
  }),
});

builder.queryField('restRateLimits', (t) =>
  t.field({
    type: [RestRateLimit],
    description: 'The nine windows of the traffic interface; GraphQL calls do not count in them.',
    resolve: async (_root, _args, ctx) => {
      const counts = await readCallLimits({ ctx });
      return METHODS.flatMap((method) => [...counts[method].windows]);
    },
  }),
);
