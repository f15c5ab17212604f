import type { DomainContext } from '../domain/context.ts';

/** Returns the header `X-Ignored-Fields` if fields were ignored. */
export const ignoredFieldsHeader = ({
  ignoredFields,
}: Pick<DomainContext, 'ignoredFields'>): Readonly<Record<string, string>> =>
  ignoredFields.length > 0 ? { 'x-ignored-fields': headerText(ignoredFields) } : {};

/**
 * Callers choose the field names, so characters that a header cannot contain are replaced, and the length is limited.
 */
function headerText(paths: readonly string[]): string {
  return paths
    .map((path) => path.replace(/[^\x21-\x2b\x2d-\x7e]/g, '?'))
    .join(',')
    .slice(0, 4000);
}
