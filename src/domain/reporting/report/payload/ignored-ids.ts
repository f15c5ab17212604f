import type { Report } from '../../../../platform/database/generated/prisma/client.ts';

/** IDs that a payload requested and that have no data here: the report is made without them. */
export interface IgnoredIds {
  readonly dimensionTypeIds: readonly number[];
  readonly metricTypeIds: readonly number[];
}

export const hasIgnoredIds = ({ dimensionTypeIds, metricTypeIds }: IgnoredIds): boolean =>
  dimensionTypeIds.length + metricTypeIds.length > 0;

/** Reads the IDs that were stored with a report. */
export const ignoredIdsOf = ({ ignoredIds }: Pick<Report, 'ignoredIds'>): IgnoredIds | undefined =>
  (ignoredIds as unknown as IgnoredIds | null) ?? undefined;

export const NO_IGNORED_IDS: IgnoredIds = { dimensionTypeIds: [], metricTypeIds: [] };
