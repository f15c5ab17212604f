import { outcomeOf } from '../../api/outcome.ts';
import { useWrite } from '../../api/use-write.ts';
import { DashboardReplayDeliveryDocument, type DashboardWebhookQuery } from '../../generated/graphql.ts';
import { ago, minute, number } from '../../parts/format.ts';
import { Status } from '../../parts/status.tsx';
import type { Column } from '../../parts/table.tsx';
import { words } from '../../parts/words.ts';

type Row = NonNullable<DashboardWebhookQuery['thing']>['deliveries']['nodes'][number];

export const DELIVERY_COLUMNS: readonly Column<Row>[] = [
  { name: 'Event', cell: ({ event }) => words(event) },
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
        {nextAttemptAt && <span className="muted"> Tried again {ago(nextAttemptAt)}.</span>}
      </>
    ),
  },
];

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
