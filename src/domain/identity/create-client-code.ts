import type { System } from '../context.ts';
import { findClient } from './find-client.ts';
import { mintCode } from './mint-code.ts';

/** Mints an authorization code for any client. For operators. Throws NotFoundError, ValidationError. */
export async function createClientCode(options: {
  readonly system: System;
  readonly clientId: string;
  readonly redirectUri: string;
}): Promise<{ code: string }> {
  const { system, redirectUri } = options;
  const { id } = await findClient(system.db, options.clientId);
  return mintCode({ db: system.db, now: system.now(), clientId: id, redirectUri });
}
