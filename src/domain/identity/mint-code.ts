import type { Db } from '../../db/client.ts';
import { sha256 } from '../crypto.ts';
import { ValidationError } from '../errors.ts';
import { newSecret } from './client-secret.ts';

const LIFETIME_MS = 60_000;
const MAX_URI_LENGTH = 2048;

/** Stores a single-use code for the client, good for 60 s (RULINGS A5). Throws ValidationError. */
export async function mintCode(options: {
  readonly db: Db;
  readonly now: Date;
  readonly clientId: string;
  readonly redirectUri: unknown;
}): Promise<{ code: string }> {
  const { db, now, clientId, redirectUri } = options;
  if (!isRedirectUri(redirectUri))
    throw new ValidationError([
      { path: 'redirectUri', message: 'redirectUri must be an absolute URI without a fragment.' },
    ]);
  const code = newSecret();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  await db.authorizationCode.create({ data: { hash: hashOfCode(code), clientId, redirectUri, expiresAt } });
  return { code };
}

export const hashOfCode = (code: string) => sha256('authorization-code', code);

function isRedirectUri(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > MAX_URI_LENGTH || !/^[\x21-\x7e]+$/.test(value))
    return false;
  return URL.canParse(value) && !value.includes('#');
}
