import { outcomeOf } from '../../api/outcome.ts';
import { useWrite } from '../../api/use-write.ts';
import { DashboardReplayDeliveryDocument, type DashboardWebhookQuery } from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { ago, minute, moment, number } from '../../parts/format.ts';
import { Status } from '../../parts/status.tsx';
import type { Column } from '../../parts/table.tsx';
import { words } from '../../parts/words.ts';
import { Facts } from '../tree/facts.tsx';

type Row = NonNullable<DashboardWebhookQuery['thing']>['deliveries']['nodes'][number];

export const DELIVERY_COLUMNS: readonly Column<Row>[] = [
  {
    name: 'Event',
    cell: (delivery) => (
      <DialogButton
        className="link"
        name={words(delivery.event)}
        label={`What was sent: ${words(delivery.event)}, ${ago(delivery.createdAt)}`}
        title={`Delivery: ${words(delivery.event)}`}
        wide
      >
        {() => <Sent delivery={delivery} />}
      </DialogButton>
    ),
  },
  { name: 'Status', cell: ({ status }) => <Status value={status} /> },
  {
    name: 'Time',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={minute(createdAt)}>
        {ago(createdAt)}
      </time>
    ),
  },
  { name: 'Attempts', numeric: true, cell: ({ attempts }) => number(attempts) },
  { name: 'Answer', numeric: true, cell: ({ responseStatus }) => responseStatus ?? '–' },
  {
    name: 'Reason',
    wraps: true,
    cell: ({ failure, nextAttemptAt }) => (
      <>
        {failure ?? '–'}
        {nextAttemptAt && <span className="muted"> Next attempt {ago(nextAttemptAt)}.</span>}
      </>
    ),
  },
];

/** The body that was posted, and what became of it. */
function Sent({ delivery }: { readonly delivery: Row }) {
  const { messageId, payload, status, attempts, responseStatus, failure, createdAt, nextAttemptAt } =
    delivery;
  return (
    <>
      <Facts
        facts={[
          ['Status', <Status key="status" value={status} />],
          ['Happened', moment(createdAt)],
          ['Attempts', number(attempts)],
          ['Answer', responseStatus ?? '–'],
          ...(failure ? ([['Reason', failure]] as const) : []),
          ...(nextAttemptAt ? ([['Next attempt', moment(nextAttemptAt)]] as const) : []),
          ['Message ID', <code key="id">{messageId}</code>],
        ]}
      />
      <h3>Body</h3>
      <pre className="code">{JSON.stringify(payload, null, 2)}</pre>
    </>
  );
}

export const replayColumn: Column<Row> = {
  name: 'Actions',
  cell: ({ id, status, event, createdAt }) =>
    status === 'FAILED' && <Replay id={id} label={`Send again: ${words(event)}, ${ago(createdAt)}`} />,
};

function Replay({ id, label }: { readonly id: string; readonly label: string }) {
  const write = useWrite(DashboardReplayDeliveryDocument);
  const refusal = write.data && outcomeOf(write.data.replayWebhookDelivery).refusal?.message;
  const said = write.error?.message ?? refusal;
  return (
    <>
      <button
        type="button"
        aria-label={label}
        disabled={write.isPending}
        onClick={() => void write.run({ input: { id } })}
      >
        Send again
      </button>
      {said && (
        <span className="issue" role="alert">
          {said}
        </span>
      )}
    </>
  );
}
