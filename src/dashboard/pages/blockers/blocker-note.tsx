import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { DashboardBlockerFragment, DeliveryBlockerCode } from '../../generated/graphql.ts';
import { moment } from '../../parts/format.ts';
import { useCanEdit } from '../../shell/viewer.ts';
import { Activate, isSwitched, type Switched } from './activate.tsx';

/** Reasons that end once something is active again. */
const SWITCHED_OFF: readonly DeliveryBlockerCode[] = [
  'ADVERTISER_INACTIVE',
  'CAMPAIGN_PAUSED',
  'LINE_PAUSED',
  'LINE_INACTIVE',
];

const PAGES = {
  Advertiser: '/advertisers/$id',
  Campaign: '/campaigns/$id',
  Line: '/lines/$id',
} as const;

interface Props {
  /** What does not deliver, such as `line`. */
  readonly noun: string;
  /** The global ID of what the page is about. */
  readonly id: string;
  readonly blockers: readonly DashboardBlockerFragment[];
  readonly timeZone: string;
  /** Said above them; that it is not delivering unless given. */
  readonly title?: string;
  /** What the page itself can do about a reason. */
  readonly cureOf?: (code: DeliveryBlockerCode) => ReactNode;
}

/** Why something does not deliver: each reason with what cures it, or with the way to what has to change. */
export function BlockerNote({ noun, id, blockers, timeZone, title, cureOf }: Props) {
  const canEdit = useCanEdit();
  if (blockers.length === 0) return null;
  return (
    <div className="note warn" role="note">
      <strong>{title ?? `This ${noun} is not delivering`}</strong>
      <ul className="blockers">
        {blockers.map(({ code, message, since, node }) => {
          const owner = isSwitched(node) && node.id !== id ? node : undefined;
          const isOff = SWITCHED_OFF.includes(code);
          return (
            <li key={code}>
              <span>
                {message} {owner && <Owner node={owner} />}
                {since && `Since ${moment(since, timeZone)}.`}
              </span>
              {canEdit && ((isOff && owner && <Activate node={owner} />) || cureOf?.(code))}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The page of what a reason lies in. */
const Owner = ({ node }: { readonly node: Switched }) => (
  <Link to={PAGES[node.__typename]} params={{ id: String(node.databaseId) }}>
    <bdi>{node.name}</bdi>
  </Link>
);
