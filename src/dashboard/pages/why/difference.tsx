import { money, number, percent } from '../../parts/format.ts';

const SIGNED = { signDisplay: 'exceptZero', maximumFractionDigits: 0 } as const;

/** By how much a figure differs between two ranges. */
export function Difference({
  now,
  before,
  kind,
  currency,
}: {
  readonly now: number;
  readonly before: number;
  readonly kind: string;
  readonly currency: string;
}) {
  const difference = now - before;
  return (
    <>
      {kind === 'money' ? money(difference, currency, SIGNED) : number(difference, SIGNED)}
      <span className={`cell-note ${difference < 0 ? 'down' : 'up'}`}>
        {before > 0 ? percent(now / before - 1, 0, 'exceptZero') : 'new'}
      </span>
    </>
  );
}
