import { Webhook } from 'standardwebhooks';
import type { System } from '../context.ts';
import { openSecret } from './secret.ts';
import type { DueDelivery } from './take.ts';

/**
 * The headers of one attempt, as Standard Webhooks define them. While a rotated secret lives on, there is a signature
 * of each. The time is the machine's own: receivers compare it with theirs, even if a sandbox's clock was moved.
 */
export function signedHeaders(
  system: Pick<System, 'masterKey' | 'now'>,
  webhookId: number,
  delivery: DueDelivery,
): Readonly<Record<string, string>> {
  const { messageId, payload, secret, previousSecret, previousSecretUntil } = delivery;
  const isLive = previousSecret && previousSecretUntil && system.now() < previousSecretUntil;
  const at = new Date();
  const signatures = [secret, ...(isLive ? [previousSecret] : [])].map((sealed) =>
    new Webhook(openSecret(system, webhookId, sealed)).sign(messageId, at, payload),
  );
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
