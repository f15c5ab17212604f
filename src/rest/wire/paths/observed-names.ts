import { ValidationError } from '../../../domain/errors.ts';

/** The names that clients of the observed profile use, by the names of the domain. */
const OBSERVED_NAMES = new Map([
  ['advertiserId', 'accountId'],
  ['campaignName', 'name'],
  ['bidMultiplierCap', 'multiplierCap'],
  ['landingUrl', 'landingPageUrl'],
]);

/** Runs `work`. Its errors name values as these clients send them. */
export async function withObservedNames<T>(
  work: () => Promise<T>,
  more: ReadonlyMap<string, string> = new Map(),
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const named = error.reported.map(({ path, message }) => {
      const name = more.get(path) ?? OBSERVED_NAMES.get(path);
      if (name === undefined || !message.startsWith(path)) return { path: name ?? path, message };
      return { path: name, message: name + message.slice(path.length) };
    });
    throw new ValidationError(named, error.more);
  }
}
