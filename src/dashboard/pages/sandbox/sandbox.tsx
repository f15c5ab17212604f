import { type FormEvent, useState } from 'react';
import { outcomeOf } from '../../api/outcome.ts';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import {
  DashboardAdvanceClockDocument,
  DashboardSandboxDocument,
  DashboardSetClockDocument,
} from '../../generated/graphql.ts';
import { PageHead } from '../../parts/crumbs.tsx';
import { isNumber, NUMBER_WANTED } from '../../parts/fields/numbers.ts';
import { moment, number } from '../../parts/format.ts';
import { usePageZone } from '../../parts/period/zone.ts';
import { Widget } from '../../parts/widget.tsx';
import { Facts } from '../tree/facts.tsx';

const STEPS = [
  ['1h', 'One hour'],
  ['1d', 'One day'],
  ['7d', 'One week'],
] as const;

/** The clock of a sandbox: what it shows, how fast it runs, and what moves it ahead. */
export function Sandbox() {
  const zone = usePageZone();
  const read = useRead(DashboardSandboxDocument, {}, { every: 10_000 });
  return (
    <div className="page">
      <PageHead title="Sandbox" />
      <Widget
        title="Clock"
        read={read}
        isSteady
        empty={({ sandboxClock }) => !sandboxClock && 'Only admins of a sandbox can see its clock.'}
      >
        {({ sandboxClock: clock }) =>
          clock && (
            <>
              <Facts
                facts={[
                  ['Time', moment(clock.now, zone)],
                  ['Speed', clock.speed === 0 ? 'Stopped' : `${number(clock.speed)} times as fast`],
                  ['Delivery', clock.catchingUp ? 'Being simulated' : 'Up to date'],
                ]}
              />
              <Advance />
              <Speed speed={clock.speed} />
            </>
          )
        }
      </Widget>
    </div>
  );
}

function Advance() {
  const write = useWrite(DashboardAdvanceClockDocument);
  const refusal = write.data && outcomeOf(write.data.advanceSandboxClock).refusal?.message;
  return (
    <p className="row">
      <span>Move ahead</span>
      {STEPS.map(([by, name]) => (
        <button
          key={by}
          type="button"
          disabled={write.isPending}
          onClick={() => void write.run({ input: { by } })}
        >
          {name}
        </button>
      ))}
      {write.isPending && <span className="muted">Simulating delivery…</span>}
      <Said text={write.error?.message ?? refusal} />
    </p>
  );
}

function Speed({ speed }: { readonly speed: number }) {
  const [text, setText] = useState(String(speed));
  const write = useWrite(DashboardSetClockDocument);
  const refusal = write.data && outcomeOf(write.data.setSandboxClock).refusal?.message;
  const isWrong = !isNumber(text);
  return (
    <form
      className="row"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void write.run({ input: { speed: text.trim() } });
      }}
    >
      <label className="inline">
        Speed{' '}
        <input
          className="short"
          inputMode="decimal"
          aria-invalid={isWrong}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <button type="submit" disabled={isWrong || write.isPending}>
        Set
      </button>
      <span className="muted">1 is real time, 0 stops the clock.</span>
      <Said text={isWrong ? NUMBER_WANTED : (write.error?.message ?? refusal)} />
    </form>
  );
}

function Said({ text }: { readonly text: string | undefined }) {
  return text ? (
    <span className="issue" role="alert">
      {text}
    </span>
  ) : null;
}
