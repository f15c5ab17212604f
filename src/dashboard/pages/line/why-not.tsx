import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { DeliveryBlockerCode } from '../../generated/graphql.ts';
import { NewAd } from '../ad/new-ad.tsx';
import { BlockerNote } from '../blockers/blocker-note.tsx';
import { EditFlights } from './flights/edit-flights.tsx';
import type { LineFound } from './line.tsx';
import { EditTargeting } from './targeting/edit-targeting.tsx';

/** What the status of the line says already. */
const OWN: readonly DeliveryBlockerCode[] = ['LINE_PAUSED', 'LINE_INACTIVE'];

/** Why an active line does not deliver, or what another one lacks before it can, with what cures it. */
export function WhyNot({ line }: { readonly line: LineFound }) {
  const { id, deliveryBlockers, status, advertiser } = line;
  const isActive = status === 'ACTIVE';
  return (
    <BlockerNote
      noun="line"
      id={id}
      {...(!isActive && { title: 'To go live, besides activating this line' })}
      blockers={isActive ? deliveryBlockers : deliveryBlockers.filter(({ code }) => !OWN.includes(code))}
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
