import type { System } from '../../context.ts';
import { ValidationError } from '../../errors.ts';
import { findLiveClient } from './clients/find-client.ts';
import { isRedirectUri } from './input.ts';
import { mintCode } from './mint-code.ts';

/**
 * Creates an authorization code for any client. For operators. Throws NotFoundError, ConflictError,
 * ValidationError.
 */
export async function createClientCode(options: {
  readonly system: System;
  readonly clientId: string;
  readonly redirectUri: string;
}): Promise<{ code: string }> {
  const { system, redirectUri } = options;
  const { id } = await findLiveClient(system.db, options.clientId);
  if (!isRedirectUri(redirectUri)) {
    const message = 'redirectUri must be an absolute URI without a fragment';
    throw new ValidationError([{ path: 'redirectUri', message }]);
  }
  return mintCode({ db: system.db, now: system.now(), clientId: id, redirectUri });
}
