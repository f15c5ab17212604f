import { useRead } from '../../api/use-read.ts';
import { DashboardReportNamesDocument, SearchType } from '../../generated/graphql.ts';
import type { ValueCondition } from './builder/report-draft.ts';
import { COUNTRY } from './shape.ts';

export type Names = readonly { readonly value: string; readonly name: string | null }[];

/** The dimensions whose values are found by name, with the types of what is found. */
export const SEARCHED: Readonly<Record<number, SearchType>> = {
  4: SearchType.Advertiser,
  5: SearchType.Campaign,
  6: SearchType.Line,
  10001: SearchType.Ad,
  10002: SearchType.Creative,
};

/** The name of a value; its ID until that is known, and where it has none. */
export function useNames(filters: readonly Pick<ValueCondition, 'dimension' | 'values'>[], countries: Names) {
  const ids = filters.flatMap(({ dimension, values }) => {
    const type = SEARCHED[dimension];
    return type ? values.map((id) => `${type}:${id}`) : [];
  });
  const { data } = useRead(DashboardReportNamesDocument, { ids }, { enabled: ids.length > 0 }).result;
  return (dimension: number, id: string): string => {
    if (dimension === COUNTRY) return countries.find(({ value }) => value === id)?.name ?? id;
    const node = data?.nodes.find((each) => each?.id === `${SEARCHED[dimension]}:${id}`);
    return node && 'name' in node ? node.name : id;
  };
}
