import type { Pool, PoolClient } from 'pg';
import { groupBy } from '../../../resources/filter/group-by.ts';
import { readCampaignsSpent } from '../../reporting/delivery/campaigns-spent.ts';
import { type FlightSpent, readFlightsSpent } from '../../reporting/delivery/flights-spent.ts';
import { MICROS } from '../auction/auction.ts';
import type { CampaignState } from '../auction/campaign-budget.ts';
import type { FlightState } from '../auction/pacing.ts';
import type { Spent } from '../auction/run-hours.ts';
import { readPendingSpend, readPendingSpendOfLines } from './pending.ts';
import type { DeliveringCampaign, DeliveringLine } from './read-lines.ts';

const NEVER = '0001-01-01';
const keyOf = (lineId: number, flightId: number): string => `${lineId}.${flightId}`;

/** The spend of campaigns and flights: read for those that run, and stored with the facts of their hours. */
export class Spending {
  readonly #campaigns = new Map<number, CampaignState>();
  readonly #flights = new Map<string, FlightState>();

  of(campaign: DeliveringCampaign): Spent {
    const known = this.#campaigns.get(campaign.id) ?? { spent: 0, day: NEVER, daySpent: 0, monthSpent: 0 };
    this.#campaigns.set(campaign.id, known);
    return {
      campaign: known,
      flight: (lineId, flightId) => {
        const key = keyOf(lineId, flightId);
        const state = this.#flights.get(key) ?? { spent: 0, day: NEVER, allotment: 0, daySpent: 0 };
        this.#flights.set(key, state);
        return state;
      },
    };
  }

  /**
   * Reads what was spent until `from`; the last hours before it may not have been stored yet. What facts show beyond that
   * was loaded, and counts as well.
   */
  async read(options: {
    pool: Pool;
    campaigns: readonly DeliveringCampaign[];
    from: Date;
    before: { readonly spending?: Spending | undefined; readonly stored: Promise<void> };
  }): Promise<void> {
    const { pool, campaigns, before } = options;
    const lineIds = campaigns.flatMap(({ lines }) => lines.map(({ id }) => id));
    const [flights, totals] = await Promise.all([
      pool.query(
        `SELECT line_id, flight_id, spent, day::text, allotment, day_spent FROM sandbox_flight
         WHERE line_id = ANY($1)`,
        [lineIds],
      ),
      pool.query(
        `SELECT campaign_id, spent, day::text, day_spent, month_spent FROM sandbox_campaign
         WHERE campaign_id = ANY($1)`,
        [campaigns.map(({ id }) => id)],
      ),
    ]);
    for (const row of flights.rows)
      this.#flights.set(keyOf(row.line_id, row.flight_id), {
        spent: Number(row.spent),
        day: row.day,
        allotment: Number(row.allotment),
        daySpent: Number(row.day_spent),
      });
    for (const row of totals.rows)
      this.#campaigns.set(row.campaign_id, {
        spent: Number(row.spent),
        day: row.day,
        daySpent: Number(row.day_spent),
        monthSpent: Number(row.month_spent),
      });
    if (before.spending) this.#goOn(before.spending, campaigns);
    await Promise.all([this.#readFacts(options), this.#readCampaignFacts(options)]);
  }

  hasCampaign(id: number): boolean {
    return this.#campaigns.has(id);
  }

  #goOn(before: Spending, campaigns: readonly DeliveringCampaign[]): void {
    for (const { id, lines } of campaigns) {
      const campaign = before.#campaigns.get(id);
      if (campaign) this.#campaigns.set(id, { ...campaign });
      for (const line of lines)
        for (const flight of line.flights) {
          const key = keyOf(line.id, flight.id);
          const state = before.#flights.get(key);
          if (state) this.#flights.set(key, { ...state });
        }
    }
  }

  /**
   * Facts can be loaded between two runs, so the first step of a run reads those of all flights with a budget. Later steps
   * only read those of flights that are new to the run.
   */
  async #readFacts(options: Parameters<Spending['read']>[0]): Promise<void> {
    const { pool, campaigns, from, before } = options;
    const isNew = (lineId: number, id: number) =>
      before.spending === undefined || !this.#flights.has(keyOf(lineId, id));
    const begun = campaigns.flatMap(({ lines }) =>
      lines.filter(({ id: lineId, flights }) =>
        flights.some(
          ({ id, budget, dailyBudget, period }) =>
            (budget !== null || dailyBudget !== null) && period[0] < from.getTime() && isNew(lineId, id),
        ),
      ),
    );
    if (begun.length === 0) return;
    await before.stored;
    const ids = begun.map(({ id }) => id);
    const [facts, pending] = await Promise.all([
      readFlightsSpent(pool, ids, from),
      readPendingSpendOfLines(pool, ids, from),
    ]);
    const byLine = groupBy(facts, ({ lineId }) => String(lineId));
    for (const line of begun) this.#count(line, byLine.get(String(line.id)) ?? [], pending.get(line.id));
  }

  /** Counts what the facts of a line show beyond what is known to have been spent: facts that were loaded. */
  #count(
    { id: lineId, flights }: DeliveringLine,
    facts: readonly FlightSpent[],
    pending = { spent: 0, daySpent: 0 },
  ): void {
    const shares = facts.map(({ flightId, day, ...sums }) => ({
      flightId,
      day,
      known: this.#flights.get(keyOf(lineId, flightId)),
      spent: Math.ceil(Number(sums.spent) * MICROS),
      daySpent: Math.ceil(Number(sums.daySpent) * MICROS),
    }));
    // Facts that are still to come belong to the flight that has run last.
    const last =
      shares.findLast(({ flightId }) => flights.some(({ id }) => id === flightId)) ?? shares.at(-1);
    if (last) last.spent += pending.spent;
    if (last) last.daySpent += pending.daySpent;
    const total = (of: (share: (typeof shares)[number]) => number) =>
      shares.reduce((sum, share) => sum + of(share), 0);
    const rounding = shares.length + 1;
    const knownOn = ({ known, day }: (typeof shares)[number]) => (known?.day === day ? known.daySpent : 0);
    const isMore = total(({ spent }) => spent) - total(({ known }) => known?.spent ?? 0) > rounding;
    const loaded = total(({ daySpent }) => daySpent) - total(knownOn);
    for (const share of shares) {
      const { flightId, day, spent, known = { spent: 0, day: NEVER, allotment: 0, daySpent: 0 } } = share;
      const ofDay = Math.min(share.daySpent - knownOn(share), loaded);
      this.#flights.set(keyOf(lineId, flightId), {
        ...known,
        spent: isMore ? Math.max(spent, known.spent) : known.spent,
        ...(ofDay > rounding && { loaded: { day, spent: ofDay } }),
      });
    }
  }

  /**
   * Facts can be loaded between two runs, so the first step of a run reads those of all campaigns with a budget. Later
   * steps only read those of campaigns that are new to the run.
   */
  async #readCampaignFacts(options: Parameters<Spending['read']>[0]): Promise<void> {
    const { pool, campaigns, from, before } = options;
    const ids = campaigns
      .filter(({ budget, dailyBudget }) => budget !== null || dailyBudget !== null)
      .filter(({ id }) => !before.spending?.hasCampaign(id))
      .map(({ id }) => id);
    if (ids.length === 0) return;
    await before.stored;
    const [facts, pending] = await Promise.all([
      readCampaignsSpent(pool, ids, from),
      readPendingSpend(pool, ids, from),
    ]);
    for (const { campaignId, day, ...sums } of facts) {
      const late = pending.get(campaignId);
      const of = (name: keyof typeof sums) => Math.ceil(Number(sums[name]) * MICROS) + (late?.[name] ?? 0);
      const state = this.#campaigns.get(campaignId);
      if (of('spent') <= (state?.spent ?? 0)) continue;
      const isSameMonth = state?.day.slice(0, 7) === day.slice(0, 7);
      this.#campaigns.set(campaignId, {
        spent: of('spent'),
        day,
        daySpent: Math.max(of('daySpent'), state?.day === day ? state.daySpent : 0),
        monthSpent: Math.max(of('monthSpent'), isSameMonth ? state.monthSpent : 0),
      });
    }
  }

  async store(client: PoolClient): Promise<void> {
    const flights = [...this.#flights].filter(([, { day }]) => day !== NEVER);
    const campaigns = [...this.#campaigns].filter(([, { day }]) => day !== NEVER);
    await client.query(
      `INSERT INTO sandbox_flight (line_id, flight_id, spent, day, allotment, day_spent)
       SELECT * FROM unnest($1::int[], $2::int[], $3::bigint[], $4::date[], $5::bigint[], $6::bigint[])
       ON CONFLICT (line_id, flight_id) DO UPDATE SET spent = excluded.spent, day = excluded.day,
         allotment = excluded.allotment, day_spent = excluded.day_spent`,
      [
        flights.map(([key]) => Number(key.split('.')[0])),
        flights.map(([key]) => Number(key.split('.')[1])),
        flights.map(([, { spent }]) => spent),
        flights.map(([, { day }]) => day),
        flights.map(([, { allotment }]) => allotment),
        flights.map(([, { daySpent }]) => daySpent),
      ],
    );
    await client.query(
      `INSERT INTO sandbox_campaign (campaign_id, spent, day, day_spent, month_spent)
       SELECT * FROM unnest($1::int[], $2::bigint[], $3::date[], $4::bigint[], $5::bigint[])
       ON CONFLICT (campaign_id) DO UPDATE SET spent = excluded.spent, day = excluded.day,
         day_spent = excluded.day_spent, month_spent = excluded.month_spent`,
      [
        campaigns.map(([id]) => id),
        campaigns.map(([, { spent }]) => spent),
        campaigns.map(([, { day }]) => day),
        campaigns.map(([, { daySpent }]) => daySpent),
        campaigns.map(([, { monthSpent }]) => monthSpent),
      ],
    );
  }
}
