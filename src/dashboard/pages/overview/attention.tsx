import { Link } from '@tanstack/react-router';
import type { DashboardAttentionFragment } from '../../generated/graphql.ts';
import { ago, counted } from '../../parts/format.ts';
import { nameOf } from '../reports/builder/choices.ts';
import { AttentionItem as Item } from './attention-item.tsx';
import { EarlyAlerts, LineAlerts } from './line-alerts.tsx';

/** Of one kind: who looks at these first finds the others in their lists. */
const MAX = 6;

const pixelsToSee = ({ eventRefusals }: DashboardAttentionFragment) =>
  eventRefusals.flatMap(({ pixel, ...refused }) => (pixel ? [{ ...refused, pixel }] : [])).slice(0, MAX);

const isQuiet = (data: DashboardAttentionFragment): boolean =>
  [data.refusedAds.nodes, data.failedReports.nodes, pixelsToSee(data)].every(({ length }) => length === 0);

interface Props {
  readonly data: DashboardAttentionFragment;
  /** Without any, each line would seem to be behind. */
  readonly hasFigures: boolean;
}

/** What somebody should look at today: what is refused or failed, then lines. */
export function Attention({ data, hasFigures }: Props) {
  return (
    <>
      {!isQuiet(data) && <Refused data={data} />}
      {hasFigures ? <LineAlerts isAlone={isQuiet(data)} /> : <EarlyAlerts />}
    </>
  );
}

function Refused({ data }: { readonly data: DashboardAttentionFragment }) {
  return (
    <ul className="attention">
      {pixelsToSee(data).map(({ pixel, count, latestAt }) => (
        <Item
          key={pixel.id}
          statuses={['REFUSED']}
          detail={`${counted(count, 'event')} refused, the latest ${ago(latestAt)}`}
        >
          <Link to="/events" search={{ pixel: String(pixel.databaseId) }}>
            <bdi>{pixel.name}</bdi>
          </Link>
        </Item>
      ))}
      {data.refusedAds.nodes.map(({ id, databaseId, name, nativeAdStatus, updatedAt }) => (
        <Item key={id} statuses={nativeAdStatus ? [nativeAdStatus] : []} detail={`Changed ${ago(updatedAt)}`}>
          <Link to="/ads/$id" params={{ id: String(databaseId) }}>
            <bdi>{name}</bdi>
          </Link>
        </Item>
      ))}
      {data.failedReports.nodes.map(
        ({ id, customerReportId, status, errorMsg, requestPayload, createdAt }) => (
          <Item key={id} statuses={[status]} detail={`${errorMsg ?? ''} ${ago(createdAt)}`}>
            <Link to="/reports/$id" params={{ id: customerReportId }}>
              {nameOf(requestPayload)}
            </Link>
          </Item>
        ),
      )}
    </ul>
  );
}
