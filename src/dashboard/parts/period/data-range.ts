import { useRead } from '../../api/use-read.ts';
import { DashboardDataRangeDocument } from '../../generated/graphql.ts';
import { addDays, today } from './days.ts';

const EVERY_MS = 60_000;
/** The parts of a page appear one after another. */
const FRESH_MS = 10_000;
/** Where nothing was delivered for so long, there is no newest hour to speak of. */
const DAYS = 30;

/** Where the data of the seat begin and end; undefined until it is known. All parts of a page share one request. */
export function useDataRange(
  timezone: string,
): { readonly firstDay: string | undefined; readonly asOf: string | null | undefined } | undefined {
  const day = today(timezone);
  const { result } = useRead(
    DashboardDataRangeDocument,
    { range: { between: { start: addDays(day, -DAYS), end: day } }, timezone },
    { every: EVERY_MS, freshFor: FRESH_MS },
  );
  if (!result.data) return undefined;
  const { viewer, delivery } = result.data;
  const begin = viewer.seat.firstDeliveryAt;
  return { firstDay: begin ? today(timezone, Date.parse(begin)) : undefined, asOf: delivery.asOf };
}
