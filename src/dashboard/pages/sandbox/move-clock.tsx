import { type FormEvent, type ReactNode, useState } from 'react';
import { outcomeOf } from '../../api/outcome.ts';
import { renewSession } from '../../api/session.ts';
import { useWrite } from '../../api/use-write.ts';
import { momentOf, wallTime } from '../../edit/zoned.ts';
import {
  DashboardAdvanceClockDocument,
  type DashboardClockFragment,
  DashboardSetClockDocument,
} from '../../generated/graphql.ts';
import { isNumber, NUMBER_WANTED } from '../../parts/fields/numbers.ts';

const STEPS = [
  ['1h', 'One hour'],
  ['1d', 'One day'],
  ['7d', 'One week'],
  ['30d', '30 days'],
] as const;

interface Props {
  readonly clock: DashboardClockFragment;
  readonly zone: string;
}

/** Moves the clock by a step or to a moment, and sets its speed. It only goes ahead. */
export function MoveClock({ clock, zone }: Props) {
  return (
    <>
      <Advance isBusy={clock.catchingUp} />
      <MoveTo clock={clock} zone={zone} />
      <Speed speed={clock.speed} />
    </>
  );
}

function Advance({ isBusy }: { readonly isBusy: boolean }) {
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
          onClick={() => void write.run({ input: { by } }).then(renewSession)}
        >
          {name}
        </button>
      ))}
      {(write.isPending || isBusy) && (
        <span className="muted" role="status">
          Simulating delivery…
        </span>
      )}
      <Said text={write.error?.message ?? refusal} />
    </p>
  );
}

function MoveTo({ clock, zone }: Props) {
  const [typed, setTyped] = useState<string>();
  const now = wallTime(clock.now, zone).slice(0, 16);
  const wall = typed ?? now;
  const to = momentOf(wall, zone);
  return (
    <SetClock
      label="Move to"
      input={to === undefined ? undefined : { to }}
      hint={`In ${zone}, later than now, and within 400 days.`}
    >
      <input
        type="datetime-local"
        aria-label="Move to"
        min={now}
        value={wall}
        onChange={({ target }) => setTyped(target.value)}
      />
    </SetClock>
  );
}

function Speed({ speed }: { readonly speed: number }) {
  const [text, setText] = useState(String(speed));
  const isWrong = !isNumber(text);
  return (
    <SetClock
      label="Speed"
      input={isWrong ? undefined : { speed: text.trim() }}
      wrong={isWrong ? NUMBER_WANTED : undefined}
      hint="1 is real time, 0 stops the clock."
    >
      <input
        className="short"
        inputMode="decimal"
        aria-label="Speed"
        aria-invalid={isWrong}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </SetClock>
  );
}

interface SetProps {
  readonly label: string;
  /** Undefined while it is nothing that can be sent. */
  readonly input: { readonly to: string } | { readonly speed: string } | undefined;
  readonly wrong?: string | undefined;
  readonly hint: string;
  readonly children: ReactNode;
}

function SetClock({ label, input, wrong, hint, children }: SetProps) {
  const write = useWrite(DashboardSetClockDocument);
  const refusal = write.data && outcomeOf(write.data.setSandboxClock).refusal;
  const refused = refusal && ([...refusal.issues.values()][0] ?? refusal.message);
  return (
    <form
      className="row"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (input) void write.run({ input }).then(renewSession);
      }}
    >
      <span>{label}</span>
      {children}
      <button type="submit" disabled={!input || write.isPending}>
        Set
      </button>
      <span className="muted">{hint}</span>
      <Said text={wrong ?? write.error?.message ?? refused} />
    </form>
  );
}

export function Said({ text }: { readonly text: string | undefined }) {
  return text ? (
    <span className="issue" role="alert">
      {text}
    </span>
  ) : null;
}
