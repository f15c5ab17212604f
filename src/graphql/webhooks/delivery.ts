import { WEBHOOK, WEBHOOK_DELIVERY } from '../../domain/notifications/webhook/definition.ts';
import { recordOrEmpty } from '../../platform/text/typed.ts';
import { connectionOf } from '../parts/connection-types.ts';
import { relatedConnection } from '../parts/connections.ts';
import { rowNodeType } from '../parts/node.ts';
import { resourceType } from '../parts/resource-type.ts';
import { rowField } from '../parts/row-field.ts';
import { storedJson } from '../reading/deferred-field.ts';
import { Webhook } from './webhook.ts';

export const WebhookDelivery = resourceType(WEBHOOK_DELIVERY);

rowField(WebhookDelivery, 'WebhookDelivery.payload', {
  type: 'JSONObject',
  description: 'The body of the request.',
  ...storedJson('payload', recordOrEmpty),
});

rowNodeType({ type: WebhookDelivery, name: 'WebhookDelivery', largestId: Number.MAX_SAFE_INTEGER });

relatedConnection({
  of: connectionOf({ resource: WEBHOOK_DELIVERY, type: WebhookDelivery }),
  owner: Webhook,
  field: 'deliveries',
  description: 'The deliveries of the last 30 days, newest first.',
  ownedBy: WEBHOOK,
});
