import type { Pool } from 'pg';
import { IS_BEHIND, refuseBehind } from './behind.ts';
import { LEVELS } from './levels.ts';
import { spentSql } from './spent.ts';

/** What a campaign has spent at a given time, in the advertiser's currency. */
export interface CampaignSpent {
  readonly campaignId: number;
  readonly spent: string;
  /** The day of the advertiser's time zone: `2026-01-31`. */
  readonly day: string;
  readonly daySpent: string;
  readonly monthSpent: string;
}

/**
 * Returns what campaigns have spent at a given time: in all, on that day and in that month.
 * @throws UnavailableError while the roll-up lacks facts
 */
export async function readCampaignsSpent(
  pool: Pool,
  campaignIds: readonly number[],
  at: Date,
): Promise<CampaignSpent[]> {
  const spender = {
    level: 'campaign',
    id: 'n.id',
    advertiserId: 'n.advertiser_id',
    currency: 'a.currency',
  } as const;
  const since = (day: string) => spentSql(spender, `start_of_day(${day}, a.timezone)`, '$2::timestamptz');
  const { rows } = await pool.query<CampaignSpent & { behind: boolean }>(
    `SELECT x.behind, q.* FROM (SELECT ${IS_BEHIND} AS behind) x LEFT JOIN (
       SELECT n.id AS "campaignId", t.day::text, ${spentSql(spender, 'to_timestamp(0)', '$2::timestamptz')} AS spent,
         ${since('t.day')} AS "daySpent", ${since("date_trunc('month', t.day)::date")} AS "monthSpent"
       FROM (${LEVELS.Campaign.rows}) CROSS JOIN LATERAL (SELECT ($2::timestamptz AT TIME ZONE a.timezone)::date AS day) t
       WHERE n.id = ANY ($1)) q ON true`,
    [campaignIds, at],
  );
  refuseBehind(rows[0]);
  return rows.filter(({ campaignId }) => campaignId !== null);
}
