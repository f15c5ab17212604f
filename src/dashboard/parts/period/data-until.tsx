import { moment } from '../format.ts';
import { useDataRange } from './data-range.ts';
import { usePageZone } from './zone.ts';

/** Up to which hour the seat's figures are complete. */
export function DataUntil() {
  const timezone = usePageZone();
  const asOf = useDataRange(timezone)?.asOf;
  return asOf ? <span className="muted">Data until {moment(asOf, timezone)}</span> : null;
}
