import type { Measure } from './metrics.ts';

/** The measures of a row as SQL returns them. */
export interface MeasureRow {
  readonly currency: string;
  readonly hasRate: boolean;
  readonly impressions: string;
  readonly clicks: string;
  readonly spend: string;
  readonly conversions: string;
  readonly conversionValue: string;
  /** The last hour that has facts of delivery, in hours since 1970; conversions do not count. */
  readonly newest: number | null;
}

/**
 * Delivery measures. Amounts are decimals with six places; without an exchange rate for the currency they have no
 * meaning.
 */
export interface Delivery {
  readonly currency: string;
  readonly hasRate: boolean;
  readonly impressions: number;
  readonly clicks: number;
  readonly conversions: number;
  readonly spend: string;
  readonly conversionValue: string;
  /** Ratios are null without a denominator. */
  readonly ctr: string | null;
  readonly cpm: string | null;
  readonly cpc: string | null;
  readonly cpa: string | null;
  readonly returnOnAdSpend: string | null;
  /** The end of the last hour that has facts of delivery; the start of that hour while it is not over. */
  readonly asOf: Date | null;
}

/** Delivery of which only some measures were read. Ratios need all measures that they are computed from. */
export type DeliveryOf<F extends Measure> = Pick<
  Delivery,
  'currency' | 'hasRate' | (Measure extends F ? keyof Delivery : F & keyof Delivery)
>;

export const NO_DELIVERY: Omit<MeasureRow, 'currency'> = {
  hasRate: true,
  impressions: '0',
  clicks: '0',
  spend: '0.000000',
  conversions: '0',
  conversionValue: '0.000000',
  newest: null,
};

export function deliveryOfRow(row: MeasureRow, now: Date): Delivery {
  const impressions = Number(row.impressions);
  const clicks = Number(row.clicks);
  const conversions = Number(row.conversions);
  const { currency, hasRate, spend, conversionValue } = row;
  return {
    currency,
    hasRate,
    impressions,
    clicks,
    conversions,
    spend,
    conversionValue,
    ctr: ratio(clicks, impressions),
    cpm: ratio(thousandfold(spend), impressions),
    cpc: ratio(Number(spend), clicks),
    cpa: ratio(Number(spend), conversions),
    returnOnAdSpend: ratio(Number(conversionValue), Number(spend)),
    asOf:
      row.newest === null
        ? null
        : new Date(Math.min(row.newest + 1, Math.floor(now.getTime() / HOUR_MS)) * HOUR_MS),
  };
}

/** The delivery of something that has no facts. */
export const emptyDelivery = (currency: string): Delivery =>
  deliveryOfRow({ ...NO_DELIVERY, currency }, new Date(0));

/** Rounds to six decimals, half away from zero, as reports do; null without a denominator. */
function ratio(numerator: number, denominator: number): string | null {
  if (denominator === 0) return null;
  const scaled = (numerator / denominator) * 1e6;
  const digits = BigInt(Math.round(Math.abs(scaled)))
    .toString()
    .padStart(7, '0');
  const sign = scaled < 0 && Number(digits) !== 0 ? '-' : '';
  return `${sign}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

/** Multiplied exactly before the conversion to a double, as the report engine multiplies decimals. */
const thousandfold = (amount: string) => Number(BigInt(amount.replace('.', '')) * 1000n) / 1e6;

const HOUR_MS = 3_600_000;
