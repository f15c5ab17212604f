import { type DomainContext, inTransaction } from '../../domain/context.ts';
import { createWebhook } from '../../domain/notifications/webhook/create.ts';
import { deleteWebhook } from '../../domain/notifications/webhook/delete.ts';
import type { Webhook as Row } from '../../domain/notifications/webhook/find.ts';
import { CreateWebhook, UpdateWebhook } from '../../domain/notifications/webhook/input.ts';
import { replayDelivery } from '../../domain/notifications/webhook/replay.ts';
import { rotateWebhookSecret } from '../../domain/notifications/webhook/rotate-secret.ts';
import { testWebhook } from '../../domain/notifications/webhook/test.ts';
import { updateWebhook } from '../../domain/notifications/webhook/update.ts';
import { authorizeWebhooks } from '../../domain/notifications/webhook/visible.ts';
import { type Input, type InputFieldBuilder, type InputFields, inputObject } from '../parts/input-object.ts';
import { idField, preconditionField } from '../parts/inputs.ts';
import { mutation, unchangedSince } from '../parts/mutation.ts';
import { capitalized } from '../parts/names.ts';
import { asLoadedType } from '../parts/node.ts';
import { readOneBack, shownRow, type Written } from '../parts/read-back.ts';
import { inputId, withIds } from '../parts/values/ids.ts';
import { WebhookDelivery } from './delivery.ts';
import { Webhook, WebhookEventEnum, WebhookStatus } from './webhook.ts';

/** The fields that create and update share; the domain checks them. */
const settings = (t: InputFieldBuilder, required = false) => ({
  url: t.field({
    type: 'URL',
    required,
    description:
      'The URL to which events are sent: https, at a public address, at most 2,048 characters long.',
  }),
  events: t.field({
    type: [WebhookEventEnum],
    required,
    description: 'The events to send, at least one.',
  }),
  advertiserIds: t.idList({
    description:
      'The advertisers whose events are sent, at most 100. If empty, or omitted on creation, events of all advertisers are sent.',
  }),
});

interface Changed {
  readonly webhook: Row;
  readonly secret?: string;
}

/** Adds a mutation of webhooks that returns the webhook. Mutations that create a secret return it, too. */
function webhookMutation(options: {
  name: string;
  description: string;
  input: (t: InputFieldBuilder) => InputFields;
  returned: string;
  hasSecret?: true;
  run: (ctx: DomainContext, input: Input) => Promise<Changed>;
}): void {
  const { name, description, input, returned, hasSecret, run } = options;
  mutation<Changed>({
    name,
    description: `${description} Requires the role \`ADMIN\`.`,
    input: inputObject(`${capitalized(name)}Input`, `The input of \`${name}\`.`, input),
    payload: (t) => ({
      webhook: t.field({ type: Webhook, description: returned, resolve: ({ webhook }) => webhook }),
      ...(hasSecret && {
        secret: t.string({
          description: 'The secret that deliveries are signed with. It is only returned this once.',
          resolve: ({ secret = '' }) => secret,
        }),
      }),
    }),
    run: ({ ctx, input }) => {
      authorizeWebhooks(ctx);
      return run(ctx, input);
    },
  });
}

const webhookId = (id: unknown): number => inputId('Webhook', String(id), 'id');

webhookMutation({
  name: 'createWebhook',
  description: 'Creates a webhook.',
  input: (t) => settings(t, true),
  returned: 'The created webhook.',
  hasSecret: true,
  run: (ctx, input) => createWebhook({ ctx, input: withIds(input, CreateWebhook.fields) }),
});

webhookMutation({
  name: 'updateWebhook',
  description:
    'Updates a webhook. Fields that are not in the input stay unchanged. Set `status` to `ACTIVE` to enable it again, or to `DISABLED` to stop it and discard its pending deliveries.',
  input: (t) => ({
    id: idField(t),
    ...settings(t),
    status: t.field({ type: WebhookStatus, description: 'Whether events are sent.' }),
    updatedAt: preconditionField(t),
  }),
  returned: 'The webhook after the change.',
  run: async (ctx, { id, updatedAt, ...input }) => ({
    webhook: await updateWebhook({
      ctx,
      id: webhookId(id),
      input: withIds(input, UpdateWebhook.fields),
      unchangedSince: unchangedSince(updatedAt),
    }),
  }),
});

webhookMutation({
  name: 'deleteWebhook',
  description: 'Deletes a webhook and its deliveries. Nothing more is sent.',
  input: (t) => ({ id: idField(t) }),
  returned: 'The deleted webhook.',
  run: async (ctx, { id }) => ({ webhook: await deleteWebhook({ ctx, id: webhookId(id) }) }),
});

webhookMutation({
  name: 'rotateWebhookSecret',
  description: 'Creates a new secret for a webhook.',
  input: (t) => ({
    id: idField(t),
    overlapSeconds: t.int({
      description:
        'How long deliveries are signed with both secrets, in seconds. Default 86400 (a day), at most a week.',
    }),
  }),
  returned: 'The webhook.',
  hasSecret: true,
  run: (ctx, { id, ...input }) => rotateWebhookSecret({ ctx, id: webhookId(id), input }),
});

/** Adds a mutation that queues a delivery and returns it. */
function deliveryMutation(options: {
  readonly name: string;
  readonly description: string;
  /** What the ID of the input refers to. */
  readonly of: string;
  readonly returned: string;
  readonly run: (options: { ctx: DomainContext; id: number }) => Promise<{ id: bigint | string }>;
}): void {
  const { name, description, of, returned, run } = options;
  mutation<Written>({
    name,
    description: `${description} Requires the role \`ADMIN\`.`,
    input: inputObject(`${capitalized(name)}Input`, `The input of \`${name}\`.`, (t) => ({ id: idField(t) })),
    payload: (t) => ({
      webhookDelivery: t.field({
        type: asLoadedType(WebhookDelivery),
        description: returned,
        resolve: ({ row }, _args, _ctx, info) => shownRow(row, info),
      }),
    }),
    run: ({ ctx, info, input }) =>
      inTransaction(ctx, async (ctx) => {
        authorizeWebhooks(ctx);
        const { id } = await run({ ctx, id: inputId(of, String(input.id), 'id') });
        return await readOneBack({ ctx, info, resource: 'WebhookDelivery', id: Number(id) });
      }),
  });
}

deliveryMutation({
  name: 'replayWebhookDelivery',
  description:
    'Sends a delivery again, with the same `webhook-id` and body. A pending delivery is sent immediately.',
  of: 'WebhookDelivery',
  returned: 'The delivery, which is now pending.',
  run: replayDelivery,
});

deliveryMutation({
  name: 'testWebhook',
  description:
    'Sends a signed `ping` to a webhook, regardless of the events that it subscribes to. If a ping is pending already, sends that one immediately.',
  of: 'Webhook',
  returned: 'The delivery of the ping. Its `status`, `responseStatus` and `failure` show the result.',
  run: testWebhook,
});
