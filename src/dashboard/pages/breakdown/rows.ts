import type { DashboardBreakdownQuery } from '../../generated/graphql.ts';
import { addSums, type Sums, sumsOf } from '../../parts/figures/metrics.ts';
import type { Scope } from '../../parts/figures/scope.ts';
import type { Point } from '../../parts/figures/until.ts';

/** What delivery is divided by. */
export const DIVISIONS = ['AD', 'COUNTRY', 'PACKAGE', 'HOUR'] as const;
export type Division = (typeof DIVISIONS)[number];

export const DIVISION_NAMES: Readonly<Record<Division, string>> = {
  AD: 'Ad',
  COUNTRY: 'Country',
  PACKAGE: 'Package',
  HOUR: 'Hour of day',
};

/** One part. */
export interface PartRow {
  readonly key: string;
  readonly name: string;
  /** The ad. */
  readonly adId?: number | undefined;
  readonly sums: Sums;
  /** Undefined where the facts do not say which part they belong to in a way that could be asked for. */
  readonly scope: Scope | undefined;
}

type Row = DashboardBreakdownQuery['delivery']['nodes'][number];

/** A row of facts as a part of what the page is about. */
export function partOf({ ad, country, package: of, delivery }: Row, by: Division, node: string): PartRow {
  const sums = sumsOf(delivery);
  switch (by) {
    case 'AD':
      return ad
        ? { key: ad.id, name: ad.name, adId: ad.databaseId, sums, scope: { node: ad.id } }
        : { key: '', name: 'Without an ad', sums, scope: undefined };
    case 'COUNTRY':
      return {
        key: country?.code ?? '',
        name: country?.name ?? 'Unknown',
        sums,
        scope: { node, country: country?.code ?? '' },
      };
    default: {
      const id = of?.id.replace(/^.*:/, '') ?? '';
      return { key: id, name: of?.name ?? 'Without a package', sums, scope: { node, package: id } };
    }
  }
}

const HOURS = 24;

/** The hours of the day, each with what it has on all days. */
export function hoursOfDay(points: readonly Point[], timeZone: string, node: string): readonly PartRow[] {
  const hours = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone });
  const found = new Map<string, Sums[]>();
  for (const { start, sums } of points) {
    const hour = hours.format(new Date(start));
    found.set(hour, [...(found.get(hour) ?? []), sums]);
  }
  return Array.from({ length: HOURS }, (_, at) => {
    const hour = String(at).padStart(2, '0');
    return {
      key: hour,
      name: `${hour}:00`,
      sums: addSums(found.get(hour) ?? []),
      scope: { node, hour, timezone: timeZone },
    };
  });
}
