import type { Resource } from '../../resources/define/definition.ts';

/**
 * Among objects for the executor, a value that does not depend on what is selected below it stands once, under the name
 * of its field, however many names a document has for it. No name of an answer begins so.
 */
export const valueName = (field: string): string => `.${field}`;

/** Whether a field of a row is such a value: one that is loaded later is, too, by its key. */
export const isValue = ({ relations, fields }: Resource, field: string): boolean =>
  !relations[field] && !fields[field]?.object;
