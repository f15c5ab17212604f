import type { Delivery as DeliveryData } from '../../domain/reporting/delivery/delivery.ts';
import { builder } from '../builder.ts';
import { Money } from '../parts/values/money.ts';
import { noRate } from './arguments.ts';

/** Throws if the currency has no exchange rate; the amount is never shown in another currency. */
export function money({ currency, hasRate }: DeliveryData, amount: string) {
  if (!hasRate) throw noRate(currency);
  return { amount, currency };
}

const optional = (delivery: DeliveryData, amount: string | null) =>
  amount === null ? null : money(delivery, amount);
const fraction = (text: string | null) => (text === null ? null : Number(text));

export const Delivery = builder.objectRef<DeliveryData>('Delivery').implement({
  description: 'The figures of delivery. They equal those of reports; ratios are computed from the sums.',
  fields: (t) => ({
    impressions: t.expose('impressions', { type: 'SafeInt', description: 'The number of impressions.' }),
    clicks: t.expose('clicks', { type: 'SafeInt', description: 'The number of clicks.' }),
    spend: t.field({
      type: Money,
      description: 'The amount spent.',
      resolve: (delivery) => money(delivery, delivery.spend),
    }),
    conversions: t.expose('conversions', {
      type: 'SafeInt',
      description: 'The number of conversions, by the hour of their upload.',
    }),
    conversionValue: t.field({
      type: Money,
      description: 'The value of the conversions. A value without an exchange rate is not counted.',
      resolve: (delivery) => money(delivery, delivery.conversionValue),
    }),
    ctr: t.float({
      nullable: true,
      description: 'The click rate: clicks divided by impressions, as a fraction. Null without impressions.',
      resolve: ({ ctr }) => fraction(ctr),
    }),
    cpm: t.field({
      type: Money,
      nullable: true,
      description: 'The cost of a thousand impressions. Null without impressions.',
      resolve: (delivery) => optional(delivery, delivery.cpm),
    }),
    cpc: t.field({
      type: Money,
      nullable: true,
      description: 'The cost of a click. Null without clicks.',
      resolve: (delivery) => optional(delivery, delivery.cpc),
    }),
    cpa: t.field({
      type: Money,
      nullable: true,
      description: 'The cost of a conversion. Null without conversions.',
      resolve: (delivery) => optional(delivery, delivery.cpa),
    }),
    returnOnAdSpend: t.float({
      nullable: true,
      description: 'The conversion value divided by the amount spent. Null without spend.',
      resolve: (delivery) => {
        if (!delivery.hasRate) throw noRate(delivery.currency);
        return fraction(delivery.returnOnAdSpend);
      },
    }),
    asOf: t.expose('asOf', {
      type: 'DateTime',
      nullable: true,
      description:
        'The end of the last hour that has facts of delivery; while that hour runs, its beginning. Conversions do not count. Null without such facts.',
    }),
  }),
});
