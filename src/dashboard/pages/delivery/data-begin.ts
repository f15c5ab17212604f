import { useRead } from '../../api/use-read.ts';
import { DashboardDataBeginDocument } from '../../generated/graphql.ts';
import { today } from '../../parts/period/days.ts';

/** Figures over time, the first of which may begin after the days that were asked for. */
type Found = { readonly before: { readonly points: readonly { readonly start: string }[] } | undefined };

/**
 * Where the data of the seat begin, if that is after the first of the compared days; undefined otherwise, and empty
 * until it is known. It is asked once a session, and only where the figures leave it open.
 */
export function useDataBegin(
  timezone: string,
  compared: string | undefined,
  data: Found | undefined,
): string | undefined {
  const first = data?.before?.points[0]?.start;
  const firstDay = first ? today(timezone, Date.parse(first)) : undefined;
  const mayLack = data !== undefined && compared !== undefined && firstDay !== compared;
  const begin = useFirstDay(timezone, mayLack);
  if (!mayLack) return undefined;
  return begin === undefined || begin > compared ? (begin ?? '') : undefined;
}

/** The first day that has data of the seat; undefined until it is known, and where there are none. */
export function useFirstDay(timezone: string, enabled = true): string | undefined {
  const { result } = useRead(
    DashboardDataBeginDocument,
    {},
    { enabled, isConstant: ({ viewer }) => Boolean(viewer.seat.firstDeliveryAt) },
  );
  const begin = result.data?.viewer.seat.firstDeliveryAt;
  return begin ? today(timezone, Date.parse(begin)) : undefined;
}
