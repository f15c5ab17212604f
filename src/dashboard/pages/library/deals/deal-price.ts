import { useRead } from '../../../api/use-read.ts';
import type { FieldOf } from '../../../edit/draft-fields.tsx';
import { DashboardDealCurrenciesDocument } from '../../../generated/graphql.ts';
import { number, price } from '../../../parts/format.ts';

interface Agreed {
  readonly reservePrice: string;
  readonly currency: string | null;
}

/** The price of a deal in its currency; a bare number where nobody said which that is. */
export const priceOf = ({ reservePrice, currency }: Agreed): string =>
  currency
    ? price(reservePrice, currency)
    : number(reservePrice, { minimumFractionDigits: 2, maximumFractionDigits: 4 });

/** The currencies that a deal can have. */
export function useCurrencyField(): FieldOf<'currency'> {
  const { data } = useRead(DashboardDealCurrenciesDocument, {}, { freshFor: 600_000 }).result;
  const known = (data?.dictionary.currencies ?? []).map(
    ({ value, name }) => [value, name ? `${value} (${name})` : value] as const,
  );
  return {
    name: 'currency',
    label: 'Currency of the price',
    choices: [['', 'Choose a currency'], ...known],
  };
}
