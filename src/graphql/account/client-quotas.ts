import { type QuotaLimit, quotasOfClient } from '../../domain/access/quota/of-client.ts';
import { USER_QUOTAS } from '../../domain/access/quota/set.ts';
import { builder } from '../builder.ts';

const Quota = builder.objectRef<QuotaLimit>('QuotaLimit').implement({
  description: 'The limit of one quota of a user.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description:
        'The name, such as `getPerMin`, `reportPostPerHr`, `nativePerHr` or `graphqlPerHr`: calls per minute, hour or day, units of the native interface, and points of GraphQL.',
    }),
    limit: t.expose('limit', { type: 'SafeInt', description: 'The limit.' }),
  }),
});

builder.queryField('clientQuotas', (t) =>
  t.field({
    type: [Quota],
    nullable: true,
    description:
      'Returns the quotas of the user of an API client that the seat manages, or of the caller’s own. Null for any other client. Requires the role `ADMIN`. Operators set quotas.',
    args: { clientId: t.arg.string({ required: true, description: 'The client ID.' }) },
    extensions: { maxItems: USER_QUOTAS.length },
    resolve: (_root, { clientId }, ctx) => quotasOfClient(ctx, clientId),
  }),
);
