import { Status } from '../../parts/status.tsx';
import { useCanEdit } from '../../shell/viewer.ts';
import { detailsOf, stakeOf } from '../overview/alert-text.ts';
import { ChangeBid } from './change-bid.tsx';
import { EditFlights } from './flights/edit-flights.tsx';
import type { LineFound } from './line.tsx';
import { useLineAlert } from './use-line-alert.ts';

/** Every reason for which the line needs attention, and the money at stake. */
export function AlertBox({ line }: { readonly line: LineFound }) {
  const alert = useLineAlert(line);
  const canEdit = useCanEdit();
  if (!alert) return null;
  const stake = stakeOf(alert);
  // What blocks it is told above, with what cures it.
  const details = detailsOf({ ...alert, reasons: alert.reasons.filter((reason) => reason !== 'BLOCKED') });
  if (details.length === 0 && !stake) return null;
  return (
    <div className="note warn" role="note" aria-label="Alerts">
      <strong>This line needs attention{stake && `: ${stake}`}</strong>{' '}
      <span className="actions">
        {alert.reasons.map((reason) => (
          <Status key={reason} value={reason} />
        ))}
      </span>
      {details.length > 0 && (
        <ul className="blockers">
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
      {canEdit && (
        <p className="actions">
          <ChangeBid line={line} />
          <EditFlights line={line} name="Change budget or dates" />
        </p>
      )}
    </div>
  );
}
