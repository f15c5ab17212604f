import { CompactEncrypt, type CryptoKey, importSPKI } from 'jose';
import { ValidationError } from '../errors.ts';

const ALGORITHM = 'RSA-OAEP-256';
const MIN_BITS = 2048;

/** Reads a client's RSA public key (SPKI in PEM). Throws ValidationError. */
export async function readPublicKey(pem: string): Promise<CryptoKey> {
  const key = await importSPKI(pem.trim(), ALGORITHM).catch(() => undefined);
  const bits = (key?.algorithm as { modulusLength?: number } | undefined)?.modulusLength ?? 0;
  if (key && bits >= MIN_BITS) return key;
  const message = `publicKey must be an RSA public key of ${MIN_BITS} bits or more in PEM format.`;
  throw new ValidationError([{ path: 'publicKey', message }]);
}

/**
 * Encrypts credentials for the holder of the private key (spec 1 "Obtaining client credentials"):
 * a compact JWE, RSA-OAEP-256 and A256GCM, of `{"clientId", "clientSecret"}`.
 */
export function encryptCredentials(
  publicKey: CryptoKey,
  credentials: { readonly clientId: string; readonly clientSecret: string },
): Promise<string> {
  const { clientId, clientSecret } = credentials;
  return new CompactEncrypt(Buffer.from(JSON.stringify({ clientId, clientSecret })))
    .setProtectedHeader({ alg: ALGORITHM, enc: 'A256GCM', cty: 'application/json' })
    .encrypt(publicKey);
}
