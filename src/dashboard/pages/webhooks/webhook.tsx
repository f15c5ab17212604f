import { getRouteApi, Link } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { useAdvertiserNames } from '../../edit/advertiser-picker.tsx';
import {
  DashboardUpdateWebhookDocument,
  type DashboardUpdateWebhookMutation,
  DashboardWebhookDocument,
  WebhookDeliveryStatus,
} from '../../generated/graphql.ts';
import { Choice } from '../../parts/fields/choice.tsx';
import { andMore, number } from '../../parts/format.ts';
import { Pager } from '../../parts/pager.tsx';
import { Table } from '../../parts/table.tsx';
import { Widget } from '../../parts/widget.tsx';
import { lower, words } from '../../parts/words.ts';
import { useCanEdit } from '../../shell/viewer.ts';
import { StatusSwitch } from '../library/status-switch.tsx';
import { ThingPage } from '../library/thing-page.tsx';
import { DELIVERY_COLUMNS, replayColumn } from './delivery-columns.tsx';
import { DeleteWebhook, EditWebhook } from './edit-webhook.tsx';
import { NewSecret } from './new-secret.tsx';
import { SendFailed } from './send-failed.tsx';
import { SendTest } from './send-test.tsx';
import { numberOf } from './webhook-fields.tsx';

const route = getRouteApi('/webhooks/$id');

const STATUSES = Object.values(WebhookDeliveryStatus);

const UPDATE = {
  document: DashboardUpdateWebhookDocument,
  resultOf: ({ updateWebhook }: DashboardUpdateWebhookMutation) => updateWebhook,
};

/** A webhook: what it is sent, what became of each delivery, and what sends it again. */
export function Webhook() {
  const { id } = route.useParams();
  const { after, status } = route.useSearch();
  const navigate = route.useNavigate();
  const canEdit = useCanEdit();
  const chosen = STATUSES.find((each) => each === status);
  const filter = chosen ? { status: chosen } : null;
  const read = useRead(DashboardWebhookDocument, { id, after: after ?? null, filter }, { every: 10_000 });
  const go = (search: { readonly status?: string | undefined; readonly after?: string | undefined }) =>
    void navigate({
      search: Object.fromEntries(Object.entries(search).filter(([, value]) => value)),
    });
  return (
    <ThingPage
      noun="Webhook"
      back={<Link to="/webhooks">Webhooks</Link>}
      {...{ id, read }}
      titleOf={({ url }) => url}
      factsOf={({ events, advertiserIds, delivered, failed, pending }) => [
        ['Events', events.map((event) => lower(words(event))).join(', ')],
        ['Advertisers', <Limited key="of" advertisers={advertiserIds} />],
        ['Delivered in 30 days', number(delivered.totalCount)],
        ['Failed', number(failed.totalCount)],
        ['Waiting', number(pending.totalCount)],
      ]}
      edit={(webhook) => (
        <>
          <SendTest id={webhook.id} />
          <StatusSwitch thing={webhook} off="DISABLED" {...UPDATE} />
          <EditWebhook webhook={webhook} />
          <NewSecret id={webhook.id} />
          <DeleteWebhook webhook={webhook} />
        </>
      )}
    >
      {({ deliveries, notice, failed }) => (
        <>
          {notice && (
            <p className="note warn" role="status">
              {notice} Nothing is sent while it is disabled, nor later. Enable it again once your server
              answers.
            </p>
          )}
          <Widget
            title="Deliveries of 30 days"
            read={read}
            isSteady
            actions={
              <>
                <Choice
                  label="State of deliveries"
                  value={chosen ?? ''}
                  choices={[['', 'All'], ...STATUSES.map((each) => [each, words(each)] as const)]}
                  onChoose={(status) => go({ status })}
                />
                {canEdit && <SendFailed deliveries={deliveries.nodes} total={failed.totalCount} />}
              </>
            }
            empty={() =>
              deliveries.nodes.length === 0 &&
              (chosen
                ? 'No deliveries match.'
                : 'Nothing was sent yet. Send a test to see whether your server answers.')
            }
          >
            {() => (
              <>
                <Table
                  label="Deliveries"
                  rows={deliveries.nodes}
                  columns={canEdit ? [...DELIVERY_COLUMNS, replayColumn] : DELIVERY_COLUMNS}
                  keyOf={({ id }) => id}
                />
                <Pager
                  page={deliveries.pageInfo}
                  total={deliveries.totalCount}
                  after={after}
                  onGo={(cursor) => go({ status, after: cursor })}
                />
              </>
            )}
          </Widget>
        </>
      )}
    </ThingPage>
  );
}

function Limited({ advertisers }: { readonly advertisers: readonly string[] }) {
  const numbers = advertisers.map(numberOf);
  const nameOf = useAdvertiserNames(numbers);
  return advertisers.length > 0 ? andMore(numbers.map(nameOf), 4) : 'All';
}
