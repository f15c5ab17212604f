import { Link } from '@tanstack/react-router';
import { useViewer } from '../../shell/viewer.ts';
import { usePageZone } from './zone.ts';

/** The zone of the days; where it is not the seat's, with the way back. */
export function PageZone() {
  const zone = usePageZone();
  const ofSeat = useViewer().seat.timezone;
  if (zone === ofSeat) return <span className="muted">{zone}</span>;
  return (
    <p className="warned">
      Days in {zone}.{' '}
      <Link to="." search={(search: object) => ({ ...search, zone: undefined })} resetScroll={false}>
        Use {ofSeat}
      </Link>
    </p>
  );
}
