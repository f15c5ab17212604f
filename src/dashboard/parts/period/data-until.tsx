import { useRead } from '../../api/use-read.ts';
import { DashboardDataUntilDocument } from '../../generated/graphql.ts';
import { moment } from '../format.ts';
import { addDays, today } from './days.ts';
import { usePageZone } from './zone.ts';

const EVERY_MS = 60_000;
/** Where nothing was delivered for so long, there is no newest hour to speak of. */
const DAYS = 30;

/** Up to which hour the seat's figures are complete. */
export function DataUntil() {
  const timezone = usePageZone();
  const day = today(timezone);
  const { result } = useRead(
    DashboardDataUntilDocument,
    { range: { between: { start: addDays(day, -DAYS), end: day } }, timezone },
    { every: EVERY_MS },
  );
  const asOf = result.data?.delivery.asOf;
  return asOf ? <span className="muted">Data until {moment(asOf, timezone)}</span> : null;
}
