import { randomUUID } from 'node:crypto';

export const newClientId = (): string => randomUUID();

/** False for a text that no client can have as its id; such texts need not reach the database. */
export const isClientId = (text: unknown): text is string =>
  typeof text === 'string' && /^[\x21-\x7e]{1,64}$/.test(text);
