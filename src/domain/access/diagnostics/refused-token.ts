import type { System } from '../../context.ts';
import type { AnyDomainError } from '../../errors.ts';
import { DSP_SCOPE } from '../identity/realms.ts';
import { signedClaims } from '../identity/tokens/access-token.ts';
import { recorderOf } from './record.ts';

/** Records why an access token was refused, for the client that it was issued to. */
export function noteRefusedToken(options: {
  readonly system: System;
  readonly token: string;
  readonly error: AnyDomainError;
}): void {
  const { system, token, error } = options;
  if (error.code !== 'UNAUTHENTICATED') return;
  const { fault } = error;
  const now = system.now().getTime();
  const recorder = recorderOf(system);
  recorder.lookUp(async () => {
    const claims = await signedClaims(system, token);
    if (!claims) return;
    const { client_id: clientId, scope, exp } = claims;
    if (fault?.error === 'insufficient_scope')
      return recorder.note({
        ...{ clientId, kind: 'SCOPE', subject: scope },
        message: `A token has the scope ${scope}. Use one with ${fault.scope ?? DSP_SCOPE}.`,
      });
    const age = Math.round(now / 1000 - exp);
    const message =
      age >= 0
        ? `A token was used ${age} s after it had expired. Get a new one before expires_in is over.`
        : 'A token was used that was revoked, or whose client was.';
    recorder.note({ clientId, kind: 'TOKEN', message });
  });
}
