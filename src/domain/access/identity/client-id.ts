import { randomUUID } from 'node:crypto';

export const newClientId = (): string => randomUUID();

/** False for a text that cannot be the ID of a client, so that the database need not be asked. */
export const isClientId = (text: unknown): text is string =>
  typeof text === 'string' && /^[\x21-\x7e]{1,64}$/.test(text);
