import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Derives 32 bytes for one purpose (`signing-key`, `report-link`, …), so that no key is used for two
 * purposes.
 */
export function deriveKey(masterKey: Buffer, purpose: string): Buffer {
  const known = derived.get(masterKey) ?? new Map<string, Buffer>();
  derived.set(masterKey, known);
  const key =
    known.get(purpose) ?? Buffer.from(hkdfSync('sha256', masterKey, '', `flightline:${purpose}`, 32));
  known.set(purpose, key);
  return key;
}

/** To derive a key takes longer than to encrypt a click with it. */
const derived = new WeakMap<Buffer, Map<string, Buffer>>();

/** What a value is encrypted for. A value that is moved to the row of another owner cannot be decrypted. */
interface SealOptions {
  readonly masterKey: Buffer;
  readonly purpose: string;
  /** The ID of the row that contains the value. */
  readonly owner: string;
}

/** Encrypts with AES-256-GCM. Returns nonce, ciphertext and tag in one buffer (RULINGS A6). */
export function seal(plain: string, { masterKey, purpose, owner }: SealOptions): Buffer<ArrayBuffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(masterKey, purpose), nonce);
  cipher.setAAD(Buffer.from(owner));
  return Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** Reverses `seal`. Throws if the master key, the purpose or the owner is a different one. */
export function unseal(sealed: Uint8Array, { masterKey, purpose, owner }: SealOptions): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const text = sealed.subarray(NONCE_BYTES, -TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(masterKey, purpose), nonce, {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return decipher.update(text, undefined, 'utf8') + decipher.final('utf8');
  } catch {
    throw new Error(
      `Cannot decrypt the ${purpose} of ${owner}. Start with the master key that it was encrypted with.`,
    );
  }
}

export function sha256(...parts: readonly string[]): Buffer<ArrayBuffer> {
  const hash = createHash('sha256');
  // Each part is preceded by its length, so that different lists of parts never result in the same bytes.
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return Buffer.from(hash.digest());
}

/** Compares in constant time, so that the duration does not reveal where two texts differ. */
export function constantTimeEqual(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}
