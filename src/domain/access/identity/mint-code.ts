import type { Db } from '../../../platform/database/connection/client.ts';
import { sha256 } from '../../../platform/keys/crypto.ts';
import { newSecret } from './clients/client-secret.ts';

const LIFETIME_MS = 60_000;

/** Stores a single-use code for the client, valid for 60 s, and returns it. */
export async function mintCode(options: {
  readonly db: Db;
  readonly now: Date;
  readonly clientId: string;
  readonly redirectUri: string;
}): Promise<{ code: string }> {
  const { db, now, clientId, redirectUri } = options;
  const code = newSecret();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  await db.authorizationCode.create({ data: { hash: hashOfCode(code), clientId, redirectUri, expiresAt } });
  return { code };
}

export const hashOfCode = (code: string) => sha256('authorization-code', code);
