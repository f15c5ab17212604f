import { z } from 'zod';
import type { System } from '../../../context.ts';
import { UnauthenticatedError } from '../../../errors.ts';
import { findSecretHolder } from './secret-holder.ts';
import { type Session, startSession } from './session.ts';
import { hashOfSignInCode } from './sign-in-link.ts';

const MAX_CODE = 200;
const Proof = z.union([
  z.object({ code: z.string().min(1) }),
  z.object({ clientId: z.string().min(1).max(200), clientSecret: z.string().min(1).max(200) }),
]);

/**
 * Opens a dashboard session for the `{code}` of a sign-in link, or for `{clientId, clientSecret}`. Throws
 * UnauthenticatedError, which does not say which of the two was wrong.
 */
export async function openSession(options: {
  readonly system: System;
  readonly proof: unknown;
}): Promise<Session> {
  const { system } = options;
  const { data: proof } = Proof.safeParse(options.proof);
  if (!proof) throw new UnauthenticatedError('Send a code, or a client ID and its secret.');
  if ('code' in proof && proof.code.length > MAX_CODE)
    throw new UnauthenticatedError(
      'The code is longer than any that is valid. Copy the link again, and nothing else.',
    );
  const client =
    'code' in proof ? await redeemCode(system, proof.code) : await findSecretHolder(system, proof);
  if (!client?.realms.includes('dsp')) throw refusal('code' in proof);
  return startSession(system, client);
}

const refusal = (byCode: boolean) =>
  new UnauthenticatedError(
    byCode
      ? 'This link has expired or was used before. Get another one with flightline dashboard link.'
      : 'The client ID or the secret is wrong.',
  );

/** One statement, so that only one of several concurrent uses of a code succeeds. */
async function redeemCode(system: System, code: string) {
  const { rows } = await system.pool.query<{ client_id: string }>(
    'DELETE FROM sign_in_code WHERE hash = $1 AND expires_at > $2 RETURNING client_id',
    [hashOfSignInCode(code), system.now()],
  );
  const id = rows[0]?.client_id;
  if (id === undefined) return undefined;
  return (
    (await system.db.apiClient.findFirst({ where: { id, revokedAt: null, suspendedAt: null } })) ?? undefined
  );
}
