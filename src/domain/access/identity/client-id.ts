import { randomUUID } from 'node:crypto';

export const newClientId = (): string => randomUUID();

/** Returns false for a text that cannot be a client ID, so that callers can skip the database. */
export const isClientId = (text: unknown): text is string =>
  typeof text === 'string' && /^[\x21-\x7e]{1,64}$/.test(text);
