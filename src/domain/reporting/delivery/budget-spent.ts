import { query } from '../../../platform/database/connection/client.ts';
import type { DomainContext } from '../../context.ts';
import { IS_BEHIND, refuseBehind } from './behind.ts';
import { LEVELS } from './levels.ts';
import { type Spender, spentSql } from './spent.ts';
import { hasRate } from './sql.ts';

/** What counts against the budget of a campaign, in the advertiser's currency. */
export interface BudgetSpent {
  readonly currency: string;
  /** Without an exchange rate for the currency, the amount has no meaning. */
  readonly hasRate: boolean;
  readonly amount: string;
}

type Row = BudgetSpent & { readonly id: number | null; readonly behind: boolean };

const SPENDER: Spender = {
  level: 'campaign',
  id: 'n.id',
  advertiserId: 'n.advertiser_id',
  currency: 'a.currency',
};

/** SQL: when the period of a budget began: the advertiser's day or month, or the beginning of time. */
const begun = (now: string) => `CASE n.budget_type
    WHEN 'DAILY' THEN start_of_day((${now} AT TIME ZONE a.timezone)::date, a.timezone)
    WHEN 'MONTHLY' THEN start_of_day(date_trunc('month', ${now} AT TIME ZONE a.timezone)::date, a.timezone)
    ELSE to_timestamp(0) END`;

/**
 * Returns what counts against the budgets of the seat's campaigns, by ID; those without a budget are left out.
 * @throws UnavailableError while the roll-up lacks facts
 */
export async function readBudgetsSpent(
  { db, seatId, now, onStatement }: Pick<DomainContext, 'db' | 'seatId' | 'now' | 'onStatement'>,
  campaignIds: readonly number[],
): Promise<ReadonlyMap<number, BudgetSpent>> {
  const moment = '$2::timestamptz';
  const text = `SELECT x.behind, q.* FROM (SELECT ${IS_BEHIND} AS behind) x LEFT JOIN (
  SELECT n.id, a.currency, ${hasRate('a.currency')} AS "hasRate", ${spentSql(SPENDER, begun(moment), moment)}::text AS amount
  FROM ${LEVELS.Campaign.rows} WHERE n.id = ANY($1::int[]) AND n.seat_id = $3::int AND n.budget IS NOT NULL) q ON true`;
  onStatement?.(text);
  const rows = await query<Row>(db, { text, values: [campaignIds, now(), seatId] });
  refuseBehind(rows[0]);
  return new Map(rows.flatMap(({ id, ...row }) => (id === null ? [] : [[id, row] as const])));
}
