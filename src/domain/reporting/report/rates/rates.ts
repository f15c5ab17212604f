import type { ReportPlan } from '../../../../warehouse/report-plan.ts';

/** The exchange rate of a UTC day, `yyyy-MM-dd`, as an exact decimal. */
export interface FxRow {
  day: string;
  currency: string;
  usdPerUnit: string;
}

/** Thrown if there is no rate at all for a currency that the report shows. The message can be shown to users. */
export class MissingRateError extends Error {
  override name = 'MissingRateError';

  constructor(currency: string) {
    super(`There is no exchange rate for ${currency}.`);
  }
}

const DAY_MS = 86_400_000;

/**
 * Returns a rate for every day of the span and every currency: that of the day, else the last earlier one, else the
 * first known.
 * @throws MissingRateError
 */
export function denseRates(
  rows: FxRow[],
  scope: ReportPlan['scope'],
  span: { first: Date; last: Date },
): ReportPlan['rates'] {
  const byCurrency = new Map<string, FxRow[]>([['USD', [{ day: '', currency: 'USD', usdPerUnit: '1' }]]]);
  for (const row of rows.toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
    if (row.currency === 'USD') continue;
    const known = byCurrency.get(row.currency);
    if (known) known.push(row);
    else byCurrency.set(row.currency, [row]);
  }
  for (const { currency } of scope) if (!byCurrency.has(currency)) throw new MissingRateError(currency);
  return [...byCurrency.values()].flatMap((known) => fill(known, daysOf(span)));
}

function fill(known: FxRow[], days: string[]): FxRow[] {
  let at = 0;
  return days.flatMap((day) => {
    while (known[at + 1] && (known[at + 1]?.day ?? '') <= day) at += 1;
    const rate = known[at];
    return rate ? [{ ...rate, day }] : [];
  });
}

function daysOf({ first, last }: { first: Date; last: Date }): string[] {
  const days: string[] = [];
  const start = Math.floor(first.getTime() / DAY_MS) * DAY_MS;
  for (let at = start; at <= last.getTime(); at += DAY_MS) days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}
