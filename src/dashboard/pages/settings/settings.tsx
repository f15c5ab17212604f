import { useRead } from '../../api/use-read.ts';
import { DashboardSettingsDocument } from '../../generated/graphql.ts';
import { PageHead } from '../../parts/crumbs.tsx';
import { Connections } from './connections.tsx';
import { Limits } from './limits.tsx';
import { OwnViews } from './own-views.tsx';
import { SeatSettings } from './seat.tsx';
import { You } from './you.tsx';

/** The seat, the user, what is connected to it, and what may still be asked. */
export function Settings() {
  const read = useRead(DashboardSettingsDocument, {}, { every: 30_000 });
  return (
    <div className="page">
      <PageHead title="Settings" />
      <SeatSettings read={read} />
      {read.result.data && <You read={read} />}
      <OwnViews />
      <Connections />
      {read.result.data && <Limits read={read} />}
    </div>
  );
}
