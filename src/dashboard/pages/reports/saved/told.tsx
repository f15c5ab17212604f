import { Link } from '@tanstack/react-router';
import { useRead } from '../../../api/use-read.ts';
import { DashboardReportWebhooksDocument, WebhookEvent } from '../../../generated/graphql.ts';
import { andMore } from '../../../parts/format.ts';

const MOST_NAMED = 3;
const hostOf = (url: string): string => new URL(url).host;

/** Who is told of finished reports besides those who look here. Only administrators see webhooks. */
export function Told() {
  const { data } = useRead(DashboardReportWebhooksDocument, {}).result;
  if (!data?.webhooks) return null;
  const told = data.webhooks.nodes.filter(({ events }) => events.includes(WebhookEvent.ReportFinished));
  const hosts = [...new Set(told.map(({ url }) => hostOf(url)))];
  return (
    <p className="muted small told">
      {hosts.length > 0 ? (
        <>
          Finished reports are also sent to{' '}
          <Link to="/webhooks">
            {hosts.length === 1 ? 'the webhook' : 'webhooks'} at {andMore(hosts, MOST_NAMED)}
          </Link>
          .
        </>
      ) : (
        <>
          Finished reports are sent to no one else. <Link to="/webhooks">Add a webhook</Link> for that, or
          share a link.
        </>
      )}
    </p>
  );
}
