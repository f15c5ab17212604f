import { renewSession } from '../../api/session.ts';
import { useWrite } from '../../api/use-write.ts';
import {
  DashboardRemoveSnapshotDocument,
  DashboardRestoreSnapshotDocument,
  type DashboardSnapshotsQuery,
} from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { DialogForm } from '../../parts/dialogs/dialog-form.tsx';
import { moment } from '../../parts/format.ts';
import { type Column, Table } from '../../parts/table.tsx';
import { refusalText } from './refusal-text.ts';

type Snapshot = NonNullable<DashboardSnapshotsQuery['sandboxSnapshots']>[number];

interface Props {
  readonly snapshots: readonly Snapshot[];
  readonly zone: string;
  readonly onChange: () => void;
}

/** The snapshots, the newest first, each with the time that the clock shows again after a restore. */
export function SnapshotTable({ snapshots, zone, onChange }: Props) {
  const columns: readonly Column<Snapshot>[] = [
    { name: 'Name', wraps: true, cell: ({ name }) => <code>{name}</code> },
    { name: 'Time of the clock', cell: ({ now }) => <time dateTime={now}>{moment(now, zone)}</time> },
    {
      name: 'Taken',
      title: 'In real time',
      cell: ({ takenAt }) => <time dateTime={takenAt}>{moment(takenAt, zone)}</time>,
    },
    {
      name: 'Actions',
      cell: (snapshot) => (
        <span className="actions">
          {snapshot.isRestorable ? (
            <Restore snapshot={snapshot} zone={zone} onDone={onChange} />
          ) : (
            <span className="muted">Of another version</span>
          )}
          <Remove snapshot={snapshot} onDone={onChange} />
        </span>
      ),
    },
  ];
  return <Table label="Snapshots" rows={snapshots} columns={columns} keyOf={({ name }) => name} />;
}

interface ActionProps {
  readonly snapshot: Snapshot;
  readonly onDone: () => void;
}

function Restore({ snapshot: { name, now }, zone, onDone }: ActionProps & { readonly zone: string }) {
  const write = useWrite(DashboardRestoreSnapshotDocument);
  return (
    <DialogButton name="Restore…" label={`Restore ${name}`} title={`Restore ${name}`}>
      {(close) => (
        <DialogForm
          action="Restore"
          isDanger
          isDisabled={write.isPending}
          problem={write.error?.message ?? refusalText(write.data?.restoreSandboxSnapshot)}
          onSubmit={async () => {
            const answer = await write.run({ input: { name } });
            if (!answer || refusalText(answer.restoreSandboxSnapshot)) return;
            await renewSession();
            close();
            onDone();
          }}
        >
          <p>
            The clock goes back to {moment(now, zone)}. All that came later is lost, newer API clients
            included. This cannot be undone; take a snapshot first to come back.
          </p>
        </DialogForm>
      )}
    </DialogButton>
  );
}

function Remove({ snapshot: { name }, onDone }: ActionProps) {
  const write = useWrite(DashboardRemoveSnapshotDocument);
  return (
    <DialogButton
      name="Remove…"
      label={`Remove ${name}`}
      title={`Remove snapshot ${name}`}
      className="danger"
    >
      {(close) => (
        <DialogForm
          action="Remove snapshot"
          isDanger
          isDisabled={write.isPending}
          problem={write.error?.message ?? refusalText(write.data?.removeSandboxSnapshot)}
          onSubmit={async () => {
            const answer = await write.run({ input: { name } });
            if (!answer || refusalText(answer.removeSandboxSnapshot)) return;
            close();
            onDone();
          }}
        >
          <p>Nothing in the seat changes, but it cannot be put back to this moment any more.</p>
        </DialogForm>
      )}
    </DialogButton>
  );
}
