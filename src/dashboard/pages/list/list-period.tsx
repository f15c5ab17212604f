import { Choice } from '../../parts/fields/choice.tsx';
import { DataUntil } from '../../parts/period/data-until.tsx';
import { RangePicker } from '../../parts/period/range-picker.tsx';
import { OWN_CURRENCY } from '../delivery/currency.ts';
import type { List } from './use-list.ts';

/** The days and the currency that the figures of a list are about. */
export function ListPeriod({ list }: { readonly list: List }) {
  const { period, search, currency } = list;
  return (
    <div className="row">
      <RangePicker range={period.range} days={period.chosen} onRange={list.setRange} onDays={list.setDays} />
      <Choice
        label="Amounts in"
        value={search.currency === OWN_CURRENCY ? OWN_CURRENCY : ''}
        choices={[
          ['', currency],
          [OWN_CURRENCY, 'Each advertiser’s currency'],
        ]}
        onChoose={(value) => list.set('currency', value)}
      />
      <DataUntil />
    </div>
  );
}
