import { Choice } from '../../parts/fields/choice.tsx';
import { DataUntil } from '../../parts/period/data-until.tsx';
import { RangePicker } from '../../parts/period/range-picker.tsx';
import { OWN_CURRENCY, usePageCurrency } from './currency.ts';
import { usePeriod } from './use-period.ts';

/** The days and the currency that the figures of a page are about. */
export function PeriodBar() {
  const { period, setRange, setDays } = usePeriod();
  const { seatCurrency, isOwn, setOwn } = usePageCurrency();
  return (
    <div className="row">
      <RangePicker range={period.range} days={period.chosen} onRange={setRange} onDays={setDays} />
      <Choice
        label="Amounts in"
        value={isOwn ? OWN_CURRENCY : ''}
        choices={[
          ['', seatCurrency],
          [OWN_CURRENCY, 'Its own currency'],
        ]}
        onChoose={(value) => setOwn(value === OWN_CURRENCY)}
      />
      <DataUntil />
    </div>
  );
}
