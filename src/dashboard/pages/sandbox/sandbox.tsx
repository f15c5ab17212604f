import { useRead } from '../../api/use-read.ts';
import { type DashboardClockFragment, DashboardSandboxDocument } from '../../generated/graphql.ts';
import { PageHead } from '../../parts/crumbs.tsx';
import { moment, number } from '../../parts/format.ts';
import { usePageZone } from '../../parts/period/zone.ts';
import { Widget } from '../../parts/widget.tsx';
import { useViewer } from '../../shell/viewer.ts';
import { Facts } from '../tree/facts.tsx';
import { MoveClock } from './move-clock.tsx';
import { Snapshots } from './snapshots.tsx';

/** While hours are simulated, one waits for the end. */
const EVERY_MS = { busy: 1_000, idle: 5_000 } as const;

/** The clock of a sandbox: what it shows, how fast it runs, what moves it ahead, and what puts everything back. */
export function Sandbox() {
  const zone = usePageZone();
  const isAdmin = useViewer().role === 'ADMIN';
  const read = useRead(
    DashboardSandboxDocument,
    {},
    { every: (data) => EVERY_MS[data?.viewer.sandboxClock?.catchingUp ? 'busy' : 'idle'] },
  );
  const isSandbox = Boolean(read.result.data?.viewer.sandboxClock);
  return (
    <div className="page">
      <PageHead title="Sandbox" />
      <Widget
        title="Clock"
        read={read}
        isSteady
        empty={({ viewer }) =>
          !viewer.sandboxClock && 'Time cannot be moved here: only a sandbox has a clock of its own.'
        }
      >
        {({ viewer: { sandboxClock: clock } }) =>
          clock && (
            <>
              <Facts
                facts={[
                  ['Time', moment(clock.now, zone)],
                  ['Speed', speedText(clock)],
                  [
                    'Delivery',
                    clock.catchingUp ? 'Being simulated: figures are not complete yet' : 'Up to date',
                  ],
                ]}
              />
              {isAdmin ? (
                <MoveClock clock={clock} zone={zone} />
              ) : (
                <p className="muted">An admin can move the clock.</p>
              )}
            </>
          )
        }
      </Widget>
      {isAdmin && isSandbox && <Snapshots zone={zone} />}
    </div>
  );
}

function speedText({ speed }: DashboardClockFragment): string {
  if (speed === 0) return 'Stopped';
  return speed === 1 ? 'Real time' : `${number(speed)} times as fast as real time`;
}
