import { getRouteApi, Link } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { DashboardWebhookDocument, WebhookDeliveryStatus } from '../../generated/graphql.ts';
import { Choice } from '../../parts/fields/choice.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Table } from '../../parts/table.tsx';
import { Widget } from '../../parts/widget.tsx';
import { lower, words } from '../../parts/words.ts';
import { useCanEdit } from '../../shell/viewer.ts';
import { ThingPage } from '../library/thing-page.tsx';
import { DELIVERY_COLUMNS, replayColumn } from './delivery-columns.tsx';
import { DeleteWebhook, EditWebhook } from './edit-webhook.tsx';
import { SendTest } from './send-test.tsx';

const route = getRouteApi('/webhooks/$id');

const STATUSES = Object.values(WebhookDeliveryStatus);

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
      factsOf={({ events, notice }) => [
        ['Events', events.map((event) => lower(words(event))).join(', ')],
        ...(notice ? ([['Disabled', notice]] as const) : []),
      ]}
      edit={(webhook) => (
        <>
          <SendTest id={webhook.id} />
          <EditWebhook webhook={webhook} />
          <DeleteWebhook webhook={webhook} />
        </>
      )}
    >
      {({ deliveries }) => (
        <Widget
          title="Deliveries of 30 days"
          read={read}
          isSteady
          actions={
            <Choice
              label="State of deliveries"
              value={chosen ?? ''}
              choices={[['', 'All'], ...STATUSES.map((each) => [each, words(each)] as const)]}
              onChoose={(status) => go({ status })}
            />
          }
          empty={() =>
            deliveries.nodes.length === 0 && (chosen ? 'No deliveries match.' : 'Nothing was sent yet.')
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
      )}
    </ThingPage>
  );
}
