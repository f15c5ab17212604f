import type { DomainContext } from '../domain/context.ts';

/** `X-Ignored-Fields`, if fields were ignored. */
export const ignoredFieldsHeader = ({
  ignoredFields,
}: Pick<DomainContext, 'ignoredFields'>): Readonly<Record<string, string>> =>
  ignoredFields.length > 0 ? { 'x-ignored-fields': headerText(ignoredFields) } : {};

/** Field names come from the caller: only what a header can hold, and not more than fits one. */
function headerText(paths: readonly string[]): string {
  return paths
    .map((path) => path.replace(/[^\x21-\x2b\x2d-\x7e]/g, '?'))
    .join(',')
    .slice(0, 4000);
}
