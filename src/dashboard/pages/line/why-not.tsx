import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { DeliveryBlockerCode } from '../../generated/graphql.ts';
import { NewAd } from '../ad/new-ad.tsx';
import { BlockerNote } from '../blockers/blocker-note.tsx';
import { EditFlights } from './flights/edit-flights.tsx';
import type { LineFound } from './line.tsx';
import { EditTargeting } from './targeting/edit-targeting.tsx';

/** Why an active line does not deliver, with what cures it. */
export function WhyNot({ line }: { readonly line: LineFound }) {
  const { id, deliveryBlockers, status, advertiser } = line;
  if (status !== 'ACTIVE') return null;
  return (
    <BlockerNote
      noun="line"
      id={id}
      blockers={deliveryBlockers}
      timeZone={advertiser.timezone}
      cureOf={(code) => cureOf(code, line)}
    />
  );
}

function cureOf(code: DeliveryBlockerCode, line: LineFound): ReactNode {
  switch (code) {
    case 'FLIGHTS_ENDED':
    case 'NOT_STARTED':
    case 'BETWEEN_FLIGHTS':
    case 'FLIGHT_BUDGET_SPENT':
      return <EditFlights line={line} />;
    case 'NO_GEOGRAPHY':
      return <EditTargeting line={line} />;
    case 'NO_AD':
      return <NewAd line={line} />;
    case 'NO_ACTIVE_AD':
    case 'ADS_ENDED':
    case 'ADS_NOT_STARTED':
      return (
        <Link to="/ads" search={{ line: String(line.databaseId) }} className="button">
          Show the ads
        </Link>
      );
    default:
      return null;
  }
}
