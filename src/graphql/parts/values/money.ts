import { builder } from '../../builder.ts';

/** An amount with its currency, for amounts that are returned outside of their advertiser. */
export interface MoneyValue {
  /** A number, or a decimal string if a double would lose digits. */
  readonly amount: number | string;
  readonly currency: string;
}

export const Money = builder.objectRef<MoneyValue>('Money').implement({
  description: 'An amount of money.',
  fields: (t) => ({
    amount: t.expose('amount', { type: 'Decimal', description: 'The amount, in units of the currency.' }),
    currency: t.expose('currency', { type: 'Currency', description: 'The currency of the amount.' }),
  }),
});
