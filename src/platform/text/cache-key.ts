import { hash } from 'node:crypto';

/** Characters of a key that a cache keeps as it is. */
const MAX_KEY_LENGTH = 1_024;

/** The key of a text that a caller chose: itself, or the hash of a long one. No text has the key of another's hash. */
export const cacheKey = (text: string): string =>
  text.length > MAX_KEY_LENGTH ? `hash ${hash('sha256', text, 'base64')}` : `text ${text}`;
