import { z } from 'zod';
import { id, integer, list, oneOf, someOf, text } from '../../../resources/define/fields.ts';
import { defineInput } from '../../../resources/define/input.ts';
import { SUBSCRIBED_EVENTS, WEBHOOK_EVENT, WEBHOOK_STATUS } from './events.ts';
import { MAX_URL_LENGTH } from './receiver/url.ts';

const MAX_ADVERTISERS = 100;
/** A week. */
const MAX_OVERLAP_S = 604_800;
export const DEFAULT_OVERLAP_S = 86_400;

/** Limits and formats only: `rules.ts` checks what the URL and the IDs refer to. */
const fields = {
  url: text(MAX_URL_LENGTH),
  events: list(someOf(WEBHOOK_EVENT, SUBSCRIBED_EVENTS), SUBSCRIBED_EVENTS.length).min(
    1,
    'must not be empty',
  ),
  advertiserIds: list(id('Advertiser'), MAX_ADVERTISERS).optional(),
};

const readOnly = ['id', 'status', 'notice', 'createdAt', 'updatedAt'];

export const CreateWebhook = defineInput({ fields: z.object(fields), readOnly });

export const UpdateWebhook = defineInput({
  fields: z.object({ ...fields, status: oneOf(WEBHOOK_STATUS) }).partial(),
  readOnly,
  isUpdate: true,
});

export const RotateWebhookSecret = defineInput({
  fields: z.object({ overlapSeconds: integer(0, MAX_OVERLAP_S).optional() }),
  readOnly: ['id'],
});
