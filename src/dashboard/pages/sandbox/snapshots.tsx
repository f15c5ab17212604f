import { useRead } from '../../api/use-read.ts';
import { DashboardSnapshotsDocument } from '../../generated/graphql.ts';
import { Widget } from '../../parts/widget.tsx';
import { Reset } from './reset.tsx';
import { SnapshotTable } from './snapshot-table.tsx';
import { TakeSnapshot } from './take-snapshot.tsx';

/** Keeps the whole sandbox under a name, puts it back, or empties it. */
export function Snapshots({ zone }: { readonly zone: string }) {
  const read = useRead(DashboardSnapshotsDocument, {});
  const snapshots = read.result.data?.sandboxSnapshots ?? [];
  const again = () => void read.result.refetch();
  return (
    <>
      <Widget
        title="Snapshots"
        read={read}
        isSteady
        empty={() => snapshots.length === 0 && 'There is no snapshot yet: take one before you try something.'}
        actions={<TakeSnapshot known={snapshots.map(({ name }) => name)} onTaken={again} />}
      >
        {() => <SnapshotTable snapshots={snapshots} zone={zone} onChange={again} />}
      </Widget>
      <Reset />
    </>
  );
}
