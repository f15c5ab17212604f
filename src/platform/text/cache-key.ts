import { hash } from 'node:crypto';

/** The maximum length of a key that a cache stores unchanged. */
const MAX_KEY_LENGTH = 1_024;

/**
 * Returns the cache key of a text that a caller chose: the text itself, or the hash of a long one. No text
 * equals the key of another's hash.
 */
export const cacheKey = (text: string): string =>
  text.length > MAX_KEY_LENGTH ? `hash ${hash('sha256', text, 'base64')}` : `text ${text}`;
