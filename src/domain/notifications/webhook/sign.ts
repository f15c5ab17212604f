import { Webhook } from 'standardwebhooks';
import type { System } from '../../context.ts';
import { openSecret } from './secret.ts';
import type { DueDelivery } from './take.ts';

/** Secrets of a webhook that are valid at a time, and one more while they rotate. */
const KEPT = 3;

/**
 * Signs the attempts for one webhook: returns the headers of one, as Standard Webhooks define them. While a rotated
 * secret lives on, there is a signature of each. The time is the machine's own: receivers compare it with theirs, even
 * if a sandbox's clock was moved.
 */
export function createSigner(system: Pick<System, 'masterKey' | 'now'>, webhookId: number) {
  // Opening a secret costs more than signing with it.
  const opened = new Map<string, Webhook>();

  function signerOf(sealed: Buffer): Webhook {
    const key = sealed.toString('base64');
    const known = opened.get(key);
    if (known) return known;
    if (opened.size === KEPT) opened.clear();
    const signer = new Webhook(openSecret(system, webhookId, sealed));
    opened.set(key, signer);
    return signer;
  }

  return (delivery: DueDelivery): Readonly<Record<string, string>> => {
    const { messageId, payload, secret, previousSecret, previousSecretUntil } = delivery;
    const isLive = previousSecret && previousSecretUntil && system.now() < previousSecretUntil;
    const at = new Date();
    const signatures = [secret, ...(isLive ? [previousSecret] : [])].map((sealed) =>
      signerOf(sealed).sign(messageId, at, payload),
    );
    return {
      'webhook-id': messageId,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signatures.join(' '),
    };
  };
}
