import { randomBytes } from 'node:crypto';
import { seal, unseal } from '../../../platform/keys/crypto.ts';
import type { System } from '../../context.ts';

/** 256 random bits in the format of Standard Webhooks. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

type Keeper = Pick<System, 'masterKey'>;

export const sealSecret = ({ masterKey }: Keeper, webhookId: number, secret: string) =>
  seal(secret, { masterKey, purpose: 'webhook-secret', owner: String(webhookId) });

export const openSecret = ({ masterKey }: Keeper, webhookId: number, sealed: Uint8Array): string =>
  unseal(sealed, { masterKey, purpose: 'webhook-secret', owner: String(webhookId) });
