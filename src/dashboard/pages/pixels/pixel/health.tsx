import { Link } from '@tanstack/react-router';
import { counted, number, percent } from '../../../parts/format.ts';
import { serviceNow } from '../../../parts/service-clock.ts';
import { useViewer } from '../../../shell/viewer.ts';
import { Facts } from '../../tree/facts.tsx';
import { countsOf, refusalsOf } from '../counts.ts';
import { cureOf } from '../cure.ts';
import { SANDBOX_NOTE } from '../sandbox-note.ts';
import { silenceText } from '../silence.ts';
import type { Found } from './pixel.tsx';

/** Below this share of refused events, a sender makes mistakes now and then; above, something is wrong. */
const MUCH = 0.05;

/** Whether events arrive, in a sentence that says what to do where they do not. */
export function Health({ pixel, zone }: { readonly pixel: Found; readonly zone: string }) {
  const counts = countsOf(pixel, serviceNow());
  const { accepted, refused, share } = counts;
  const [worst] = refusalsOf([pixel]);
  const silence = silenceText(counts, zone);
  const cure = worst && (cureOf(worst.field, worst.reason) ?? worst.reason);
  const isSandbox = Boolean(useViewer().sandboxClock);
  const isBad = (share ?? 0) >= MUCH;
  return (
    <section className="widget" aria-label="Past 24 hours">
      <header className="widget-head">
        <h2>Past 24 hours</h2>
        <div className="widget-actions">
          <Link to="/events" search={{ pixel: String(pixel.databaseId) }}>
            Watch live
          </Link>
        </div>
      </header>
      <div>
        <Facts
          facts={[
            ['Accepted', number(accepted)],
            ['Refused', number(refused)],
            ['Share refused', share === null ? '–' : percent(share)],
          ]}
        />
        {pixel.clientIds.length === 0 ? (
          <p className="note bad">No client may send events for this pixel yet. Let one send below.</p>
        ) : silence ? (
          <p className="note warn">
            Nothing was accepted {silence}.{' '}
            {isSandbox ? SANDBOX_NOTE : 'Ask whoever runs the sender, and send a test event below.'}
          </p>
        ) : refused > 0 ? (
          <p className={`note ${isBad ? 'bad' : 'warn'}`}>
            {counted(refused, 'event')} refused. {worst && `Most often: ${cure}`}
          </p>
        ) : (
          <p className="note good">Events arrive and none is refused.</p>
        )}
      </div>
    </section>
  );
}
