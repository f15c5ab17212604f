import { sha256 } from '../../../../platform/keys/crypto.ts';
import type { System } from '../../../context.ts';
import { ConflictError, NotFoundError } from '../../../errors.ts';
import { isCopy } from '../../tenancy/place.ts';
import { newSecret } from '../clients/client-secret.ts';

const LIFETIME_MS = 15 * 60_000;

export interface SignInLink {
  /** An address of the dashboard. The code is in its fragment, which browsers do not send and proxies do not log. */
  readonly url: string;
  readonly expiresAt: string;
}

/** Creates a link that signs a user in once, valid for 15 minutes. For operators. Throws NotFoundError, ConflictError. */
export async function createSignInLink(options: {
  readonly system: System;
  readonly userId: number;
}): Promise<SignInLink> {
  const { system, userId } = options;
  const { db } = system;
  if (!(await db.user.findUnique({ where: { id: userId } }))) throw new NotFoundError('User');
  // A session acts as a client, so that revoking the client ends the session. Prefers a client with access to all seats
  // of the user.
  const client = await db.apiClient.findFirst({
    where: { userId, revokedAt: null, suspendedAt: null, realms: { has: 'dsp' } },
    orderBy: [{ seatOnly: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }],
  });
  if (!client)
    throw new ConflictError('The user has no client of realm dsp. Create one with flightline client create.');
  return signInLinkOf({ system, clientId: client.id, origin: await originOf(system) });
}

/**
 * A command does not know which port the service listens on, so the address comes from the settings or from the
 * database.
 */
async function originOf(system: System): Promise<string | undefined> {
  if (system.config.publicUrls || (await isCopy(system))) return undefined;
  return (await system.db.installation.findFirst())?.publicUrl ?? undefined;
}

/** Creates a sign-in link for a client that is known to be active, and returns it. */
export async function signInLinkOf(options: {
  readonly system: System;
  readonly clientId: string;
  /** Default: the first of the public URLs. */
  readonly origin?: string | undefined;
}): Promise<SignInLink> {
  const { system, clientId, origin = system.publicUrls[0] } = options;
  const code = newSecret();
  const expiresAt = new Date(system.now().getTime() + LIFETIME_MS);
  await system.db.signInCode.create({ data: { hash: hashOfSignInCode(code), clientId, expiresAt } });
  const url = `${origin}/dashboard#/sign-in?code=${code}`;
  return { url, expiresAt: expiresAt.toISOString() };
}

export const hashOfSignInCode = (code: string) => sha256('sign-in-code', code);
