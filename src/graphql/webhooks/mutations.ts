import type { InputFieldMap, InputRef } from '@pothos/core';
import type { DomainContext } from '../../domain/context.ts';
import { createWebhook } from '../../domain/webhook/create.ts';
import { deleteWebhook } from '../../domain/webhook/delete.ts';
import type { WebhookDelivery as DeliveryRow, Webhook as Row } from '../../domain/webhook/find.ts';
import { CreateWebhook, UpdateWebhook } from '../../domain/webhook/input.ts';
import { replayDelivery } from '../../domain/webhook/replay.ts';
import { rotateWebhookSecret } from '../../domain/webhook/rotate-secret.ts';
import { updateWebhook } from '../../domain/webhook/update.ts';
import { addChanges, type Recorded, recording } from '../account/field-change.ts';
import { builder } from '../builder.ts';
import { VALIDATE_ONLY } from '../parts/arguments.ts';
import { inputId, withIds } from '../parts/ids.ts';
import { WebhookDelivery } from './delivery.ts';
import { Webhook, WebhookEventEnum, WebhookStatus } from './webhook.ts';

type Input = Readonly<Record<string, unknown>>;
type Fields = PothosSchemaTypes.InputFieldBuilder<(typeof builder)['$inferSchemaTypes'], 'InputObject'>;

/** What create and update have in common; checked by the domain. */
const settings = (t: Fields): InputFieldMap => ({
  url: t.field({
    type: 'URL',
    description:
      'The URL to which events are sent: https, at a public address, at most 2,048 characters long.',
  }),
  events: t.field({ type: [WebhookEventEnum], description: 'The events to send, at least one.' }),
  advertiserIds: t.idList({
    description:
      'Limits events of advertisers to these, at most 100. Empty, or left out on creation: all advertisers.',
  }),
});

const id = (t: Fields): InputFieldMap => ({
  id: t.id({ required: true, description: 'The global ID or integer ID of the resource.' }),
});

/** One mutation of webhooks. Its payload is a webhook, or a delivery, and for some a secret. */
function mutation(options: {
  name: string;
  description: string;
  input: (t: Fields) => InputFieldMap;
  payload: (t: PayloadFields) => object;
  run: (ctx: DomainContext, input: Input) => Promise<object>;
}): void {
  const { name, description, input, run } = options;
  const Name = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const payload = builder.objectRef<Recorded>(`${Name}Payload`).implement({
    description: `The payload that \`${name}\` returns on success.`,
    fields: (t) => options.payload(t as unknown as PayloadFields) as never,
  });
  addChanges(payload);
  builder.mutationField(name, (t) =>
    t.field({
      type: payload,
      description: `${description} Requires the role \`ADMIN\`.`,
      errors: {
        union: {
          name: `${Name}Result`,
          description: `The result of \`${name}\`: its payload or a typed error.`,
        },
      },
      args: {
        input: t.arg({
          type: builder.inputType(`${Name}Input`, {
            description: `The input of \`${name}\`.`,
            fields: (inner) => input(inner as Fields),
          }) as unknown as InputRef<Input>,
          required: true,
          description: 'The input of the mutation.',
        }),
        validateOnly: t.arg.boolean(VALIDATE_ONLY),
      },
      resolve: async (_root, { input, validateOnly }, context) => {
        const { ctx, changes } = recording(context, validateOnly);
        return { ...(await run(ctx, input)), changes };
      },
    }),
  );
}

interface PayloadFields {
  field(options: object): unknown;
  exposeString(name: string, options: object): unknown;
}

const webhookField = (t: PayloadFields, description: string) => ({
  webhook: t.field({ type: Webhook, description, resolve: ({ webhook }: { webhook: Row }) => webhook }),
});

const secretField = (t: PayloadFields) => ({
  secret: t.exposeString('secret', {
    description: 'The secret that deliveries are signed with. It is only returned this once.',
  }),
});

const webhookId = ({ id }: Input): number => inputId('Webhook', String(id), 'id');

mutation({
  name: 'createWebhook',
  description: 'Creates a webhook.',
  input: settings,
  payload: (t) => ({ ...webhookField(t, 'The created webhook.'), ...secretField(t) }),
  run: (ctx, input) => createWebhook({ ctx, input: withIds(input, CreateWebhook.fields) }),
});

mutation({
  name: 'updateWebhook',
  description:
    'Updates a webhook. Fields that are not in the input stay unchanged. Setting `status` to `ACTIVE` enables it again; to `DISABLED`, gives up what waits to be sent.',
  input: (t) => ({
    ...id(t),
    ...settings(t),
    status: t.field({ type: WebhookStatus, description: 'Whether events are sent.' }),
    updatedAt: t.field({
      type: 'DateTime',
      description:
        'If set, returns a `ConflictError` unless the resource’s `updatedAt` still has this value.',
    }),
  }),
  payload: (t) => webhookField(t, 'The webhook after the change.'),
  run: async (ctx, { id: _, updatedAt, ...input }) => ({
    webhook: await updateWebhook({
      ctx,
      id: webhookId({ id: _ }),
      input: withIds(input, UpdateWebhook.fields),
      unchangedSince: (updatedAt as Date | null) ?? undefined,
    }),
  }),
});

mutation({
  name: 'deleteWebhook',
  description: 'Deletes a webhook. Nothing more is sent, and its deliveries are removed.',
  input: id,
  payload: (t) => webhookField(t, 'The webhook as it was.'),
  run: async (ctx, input) => ({ webhook: await deleteWebhook({ ctx, id: webhookId(input) }) }),
});

mutation({
  name: 'rotateWebhookSecret',
  description: 'Creates a new secret for a webhook.',
  input: (t) => ({
    ...id(t),
    overlapSeconds: t.int({
      description:
        'For how long deliveries are signed with both secrets, in seconds, at most a week. Default 86400, a day.',
    }),
  }),
  payload: (t) => ({ ...webhookField(t, 'The webhook.'), ...secretField(t) }),
  run: (ctx, { id, ...input }) => rotateWebhookSecret({ ctx, id: webhookId({ id }), input }),
});

mutation({
  name: 'replayWebhookDelivery',
  description:
    'Sends a delivery again, with the same `webhook-id` and body. One that waits for its next attempt is sent at once.',
  input: id,
  payload: (t) => ({
    webhookDelivery: t.field({
      type: WebhookDelivery,
      description: 'The delivery, which is now pending.',
      resolve: ({ delivery }: { delivery: DeliveryRow }) => delivery,
    }),
  }),
  run: async (ctx, { id }) => ({
    delivery: await replayDelivery({ ctx, id: inputId('WebhookDelivery', String(id), 'id') }),
  }),
});
