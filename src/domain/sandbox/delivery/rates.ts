import type { Pool } from 'pg';
import { groupBy } from '../../../resources/filter/group-by.ts';

const DAY_MS = 86_400_000;

/** Returns US dollars per unit of a currency at an hour, as reports use it; undefined if no rate is known. */
export type RateAt = (currency: string, hour: number) => number | undefined;

export async function readRates(pool: Pool): Promise<RateAt> {
  const { rows } = await pool.query<{ currency: string; day: number; rate: number }>(
    `SELECT currency, (extract(epoch FROM day) * 1000)::float8 AS day, usd_per_unit::float8 AS rate
     FROM fx_rate ORDER BY currency, day`,
  );
  const byCurrency = groupBy(rows, ({ currency }) => currency);
  const found = new Map<string, number | undefined>();
  return (currency, hour) => {
    if (currency === 'USD') return 1;
    const day = Math.floor(hour / DAY_MS) * DAY_MS;
    const key = `${currency} ${day}`;
    if (!found.has(key)) {
      const known = byCurrency.get(currency) ?? [];
      // The rate of the day, else the last earlier one, else the first known.
      found.set(key, (known.findLast((row) => row.day <= day) ?? known[0])?.rate);
    }
    return found.get(key);
  };
}
