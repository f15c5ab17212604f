import { WEBHOOK } from '../../domain/notifications/webhook/definition.ts';
import { WEBHOOK_EVENT, WEBHOOK_STATUS } from '../../domain/notifications/webhook/events.ts';
import { countWebhooks, findWebhooks, WEBHOOK_LIST } from '../../domain/notifications/webhook/find.ts';
import { byId } from '../../resources/define/rows.ts';
import { historyOf } from '../account/history.ts';
import { builder } from '../builder.ts';
import { connectionType } from '../parts/connection-types.ts';
import { foundConnection } from '../parts/connections.ts';
import { numberedNodeType } from '../parts/node.ts';
import { enumOf } from '../parts/values/enums.ts';
import { globalId, idArgument } from '../parts/values/ids.ts';

/** For example `report.finished` is `REPORT_FINISHED`. */
export const WebhookEventEnum = enumOf(WEBHOOK_EVENT);
export const WebhookStatus = enumOf(WEBHOOK_STATUS);

export const Webhook = builder.prismaObject('Webhook', {
  description:
    'A webhook: a URL of yours to which events are sent as signed requests. Only visible to the role `ADMIN`.',
  fields: (t) => ({
    id: t.id({
      description: 'The global ID, such as `Webhook:123`.',
      resolve: ({ id }) => globalId('Webhook', id),
    }),
    databaseId: t.expose('id', { type: 'SafeInt', description: 'The integer ID, as in the global ID.' }),
    url: t.expose('url', { type: 'URL', description: 'The URL to which events are sent.' }),
    events: t.field({
      type: [WebhookEventEnum],
      description: 'The events that are sent.',
      resolve: ({ events }) => events,
    }),
    advertiserIds: t.idList({
      description:
        'The IDs of the advertisers whose events are sent. Empty for all advertisers. Events of the whole seat, such as those of reports, are always sent.',
      resolve: ({ advertiserIds }) => advertiserIds.map((id) => globalId('Advertiser', id)),
    }),
    status: t.field({
      type: WebhookStatus,
      description: 'Whether events are sent.',
      resolve: ({ status }) => status,
    }),
    notice: t.exposeString('notice', {
      nullable: true,
      description: 'The reason why the service disabled the webhook.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'The time when it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'The time of the last change. Strictly increases with every change.',
    }),
  }),
});

historyOf(Webhook, WEBHOOK);

const webhooks = connectionType({
  type: Webhook,
  name: 'Webhook',
  plural: 'webhooks',
  list: WEBHOOK_LIST,
  status: WebhookStatus,
});

foundConnection({
  of: webhooks,
  field: 'webhooks',
  nullable: true,
  description: 'Returns the webhooks of the seat. Requires the role `ADMIN`.',
  find: findWebhooks,
  count: countWebhooks,
});

numberedNodeType({ type: Webhook, name: 'Webhook', find: findWebhooks });

builder.queryField('webhook', (t) =>
  t.field({
    type: Webhook,
    nullable: true,
    description: 'Looks up a webhook by ID. Returns null if the seat has no such webhook.',
    args: { id: t.arg.id({ required: true, description: 'The global ID or integer ID.' }) },
    resolve: async (_root, { id }, ctx) => {
      const where = byId(idArgument('Webhook', id));
      return (await findWebhooks({ ctx, where, query: {} }))[0] ?? null;
    },
  }),
);
