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
 * Additional keys of an installation, for the rotation of its master key and for data that outlives the old
 * one.
 */
interface KeyRing {
  /** The key that encrypts and signs. */
  readonly current: Buffer;
  /** Master keys that can also decrypt. */
  readonly others: readonly Buffer[];
  /** Derived keys that can also decrypt, by purpose. */
  readonly retired: ReadonlyMap<string, readonly Buffer[]>;
}

/** The rings by the key that the process started with, which is the one that is passed around. */
const rings = new WeakMap<Buffer, KeyRing>();

/**
 * Makes all users of `masterKey` use the ring from now on, so that a rotation takes effect in a running
 * process.
 */
export const setKeyRing = (masterKey: Buffer, ring: KeyRing): void => void rings.set(masterKey, ring);

/** Returns the master key that encrypts now. */
export const currentKey = (masterKey: Buffer): Buffer => rings.get(masterKey)?.current ?? masterKey;

/** Returns the keys for a purpose: the first one signs, and each of them verifies. */
export function derivedKeys(masterKey: Buffer, purpose: string): [Buffer, ...Buffer[]] {
  const { others = [], retired } = rings.get(masterKey) ?? {};
  const older = others.map((key) => deriveKey(key, purpose));
  return [deriveKey(currentKey(masterKey), purpose), ...older, ...(retired?.get(purpose) ?? [])];
}

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

/** A cache, because deriving a key takes longer than encrypting a click with it. */
const derived = new WeakMap<Buffer, Map<string, Buffer>>();

/** What a value is encrypted for. A value that is moved to the row of another owner cannot be decrypted. */
interface SealOptions {
  readonly masterKey: Buffer;
  readonly purpose: string;
  /** The ID of the row that contains the value. */
  readonly owner: string;
}

/** Encrypts with AES-256-GCM. Returns nonce, ciphertext and tag in one buffer. */
export function seal(plain: string, { masterKey, purpose, owner }: SealOptions): Buffer<ArrayBuffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', derivedKeys(masterKey, purpose)[0], nonce);
  cipher.setAAD(Buffer.from(owner));
  return Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** Reverses `seal`. Throws if the master key, the purpose or the owner is a different one. */
export function unseal(sealed: Uint8Array, { masterKey, purpose, owner }: SealOptions): string {
  for (const key of derivedKeys(masterKey, purpose)) {
    const opened = open(sealed, key, owner);
    if (opened !== undefined) return opened;
  }
  throw new Error(
    `Cannot decrypt the ${purpose} of ${owner}. Start with the master key that it was encrypted with.`,
  );
}

function open(sealed: Uint8Array, key: Buffer, owner: string): string | undefined {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const text = sealed.subarray(NONCE_BYTES, -TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return decipher.update(text, undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
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
