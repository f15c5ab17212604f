import { type CallWindow, METHODS, WINDOWS } from '../../domain/access/quota/calls.ts';
import { readCallLimits } from '../../domain/access/quota/read-call-limits.ts';
import { defineEnum } from '../../resources/define/enum-type.ts';
import { builder } from '../builder.ts';
import { enumOf } from '../parts/values/enums.ts';

const REST_RATE_LIMIT_NAME = defineEnum(
  'RestRateLimitName',
  'The rolling windows that limit requests to the traffic interface.',
  Object.fromEntries(
    METHODS.flatMap((method) =>
      WINDOWS.map(({ name }) => [`${method}_PER_${name}`, `${method} requests per ${name.toLowerCase()}.`]),
    ),
  ),
);

const RestRateLimit = builder.objectRef<CallWindow>('RestRateLimit').implement({
  description: 'A rolling window that limits the caller’s requests to the traffic interface.',
  fields: (t) => ({
    name: t.expose('name', {
      type: enumOf(REST_RATE_LIMIT_NAME),
      description: 'The name of the window, such as `GET_PER_MINUTE`.',
    }),
    limit: t.exposeInt('limit', { description: 'The maximum number of requests in the window.' }),
    remaining: t.exposeInt('remaining', { description: 'The number of requests that are left.' }),
    seconds: t.exposeInt('seconds', { description: 'The length of the window in seconds.' }),
  }),
});

builder.queryField('restRateLimits', (t) =>
  t.field({
    type: [RestRateLimit],
    description:
      'Returns the nine rate-limit windows of the traffic interface. GraphQL requests do not count toward them.',
    resolve: async (_root, _args, ctx) => {
      const counts = await readCallLimits({ ctx });
      return METHODS.flatMap((method) => [...counts[method].windows]);
    },
  }),
);
