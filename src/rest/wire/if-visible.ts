import { NotFoundError } from '../../domain/errors.ts';

/**
 * Returns the result of a read; undefined for an object that the caller cannot see. A translation leaves such a call
 * unchanged, because the route refuses it.
 */
export async function ifVisible<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}
