import { ValidationError } from '../../../domain/errors.ts';

/** Names of the domain, and the names that public clients use for them. */
const THEIRS = new Map([
  ['advertiserId', 'accountId'],
  ['campaignName', 'name'],
  ['bidMultiplierCap', 'multiplierCap'],
  ['landingUrl', 'landingPageUrl'],
]);

/** Runs `work`. Its errors name values as they were sent. */
export async function inTheirNames<T>(
  work: () => Promise<T>,
  more: ReadonlyMap<string, string> = new Map(),
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const named = error.reported.map(({ path, message }) => {
      const name = more.get(path) ?? THEIRS.get(path);
      if (name === undefined || !message.startsWith(path)) return { path: name ?? path, message };
      return { path: name, message: name + message.slice(path.length) };
    });
    throw new ValidationError(named, error.more);
  }
}
