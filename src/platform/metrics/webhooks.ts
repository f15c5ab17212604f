import { Counter } from 'prom-client';
import { registers } from './registry.ts';

export const webhookAttempts = new Counter({
  name: 'flightline_webhook_attempts_total',
  help: 'Attempts of this process to deliver to a webhook: `delivered` or `failed`.',
  labelNames: ['outcome'],
  registers,
});
for (const outcome of ['delivered', 'failed']) webhookAttempts.inc({ outcome }, 0);

export const webhooksDisabled = new Counter({
  name: 'flightline_webhooks_disabled_total',
  help: 'Webhooks that this process disabled, because they accepted nothing for 72 hours or too much waited for them.',
  registers,
});
