import type { ResourceContext } from '../context.ts';
import { cutPath } from './issues.ts';

/** A response header has no room for more names. */
const MAX_NAMES = 500;

/** Notes that a field was ignored, for `X-Ignored-Fields`. */
export function ignoreField({ ignoredFields }: Pick<ResourceContext, 'ignoredFields'>, path: string): void {
  if (ignoredFields.length < MAX_NAMES) ignoredFields.push(cutPath(path));
}
