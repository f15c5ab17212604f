import type { Resource } from '../../resources/define/resource.ts';

/**
 * Returns the name of a value in objects for the executor. A value that does not depend on its selection is returned
 * once, under the name of its field, however many aliases it has. No response name starts with a dot.
 */
export const valueName = (field: string): string => `.${field}`;

/** Returns whether a field of a row is such a value. A deferred field is one too: its key. */
export const isValue = ({ relations, fields }: Resource, field: string): boolean =>
  !relations[field] && !fields[field]?.object;
