import { createPublicKey, type KeyObject } from 'node:crypto';
import { CompactEncrypt } from 'jose';
import { ValidationError } from '../../../errors.ts';

const ALGORITHM = 'RSA-OAEP-256';
const MIN_BITS = 2048;

/**
 * The two formats that tools write: SPKI and PKCS #1. Without this check, Node would also accept a private key and
 * derive the public one from it.
 */
const PUBLIC_KEY = /^-----BEGIN (RSA )?PUBLIC KEY-----/;

/** Reads a client's RSA public key in PEM. Throws ValidationError. */
export function readPublicKey(pem: string): KeyObject {
  const key = PUBLIC_KEY.test(pem.trim()) ? parse(pem) : undefined;
  const bits = key?.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key?.asymmetricKeyType === 'rsa' && bits >= MIN_BITS) return key;
  const message = `publicKey must be an RSA public key of ${MIN_BITS} bits or more in PEM format.`;
  throw new ValidationError([{ path: 'publicKey', message }]);
}

function parse(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem);
  } catch {
    return undefined;
  }
}

/**
 * Returns credentials encrypted for the holder of the private key: a compact JWE, RSA-OAEP-256 and A256GCM, of
 * `{"clientId", "clientSecret"}`.
 */
export function encryptCredentials(
  publicKey: KeyObject,
  credentials: { readonly clientId: string; readonly clientSecret: string },
): Promise<string> {
  const { clientId, clientSecret } = credentials;
  return new CompactEncrypt(Buffer.from(JSON.stringify({ clientId, clientSecret })))
    .setProtectedHeader({ alg: ALGORITHM, enc: 'A256GCM', cty: 'application/json' })
    .encrypt(publicKey);
}
