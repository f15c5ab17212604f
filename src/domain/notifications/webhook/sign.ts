import { Webhook } from 'standardwebhooks';
import type { System } from '../../context.ts';
import { openSecret } from './secret.ts';
import type { DueDelivery } from './take.ts';

/** How many decrypted secrets are cached: those valid at the same time, and one more during a rotation. */
const MAX_CACHED = 3;

/**
 * Returns a function that signs attempts for one webhook and returns their headers, as Standard Webhooks define them.
 * During a rotation there is a signature for each valid secret. The time is the machine's, not the sandbox's, because
 * receivers compare it with their own clocks.
 */
export function createSigner(system: Pick<System, 'masterKey' | 'now'>, webhookId: number) {
  // Decrypting a secret takes longer than signing with it.
  const opened = new Map<string, Webhook>();

  function signerOf(sealed: Buffer): Webhook {
    const key = sealed.toString('base64');
    const known = opened.get(key);
    if (known) return known;
    if (opened.size === MAX_CACHED) opened.clear();
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
