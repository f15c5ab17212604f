import { createHmac, randomBytes } from 'node:crypto';
import { constantTimeEqual, seal, unseal } from '../../../../platform/keys/crypto.ts';
import type { System } from '../../../context.ts';

/** 43 characters of base64url: 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const sealSecret = (system: System, clientId: string, secret: string) =>
  seal(secret, { masterKey: system.masterKey, purpose: 'client-secret', owner: clientId });

export const openSecret = (system: System, clientId: string, sealed: Uint8Array): string =>
  unseal(sealed, { masterKey: system.masterKey, purpose: 'client-secret', owner: clientId });

/** Returns the secrets that a client may sign with: the current one and, during a rotation, the previous one. */
export function liveSecrets(
  client: {
    readonly secret: Uint8Array;
    readonly previousSecret: Uint8Array | null;
    readonly previousSecretUntil: Date | null;
  },
  now: Date,
): Uint8Array[] {
  const { secret, previousSecret, previousSecretUntil: until } = client;
  return previousSecret && until && until > now ? [secret, previousSecret] : [secret];
}

export interface SignedText {
  readonly signingInput: string;
  /** HMAC-SHA256 in base64url without padding. */
  readonly signature: string;
}

/**
 * Checks whether one of the client's valid secrets signed the text. Takes as long for an unknown client as
 * for a wrong secret: two secrets are decrypted and two signatures computed in either case.
 */
export function signedByOneOf(
  system: System,
  client: { readonly id: string; readonly secrets: readonly Uint8Array[] } | undefined,
  { signingInput, signature }: SignedText,
): boolean {
  const owner = client?.id ?? '';
  const decoy = sealSecret(system, owner, newSecret());
  let matches = false;
  for (const sealed of [client?.secrets[0] ?? decoy, client?.secrets[1] ?? decoy]) {
    const expected = createHmac('sha256', openSecret(system, owner, sealed))
      .update(signingInput)
      .digest('base64url');
    matches = constantTimeEqual(expected, signature) || matches;
  }
  return matches;
}
